import { Injectable } from '@nestjs/common';
import { performance } from 'node:perf_hooks';
import { MetarunError } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { MODEL_ERRORS } from '../errors.js';
import { ModelFailure, ModelGateway, type ModelUsage } from '../model-gateway.js';
import { ModelProvidersService } from './model-providers.service.js';
import { modelRef } from './provider.js';

/** Maximum number of tokens that a test requests, since some models think before they answer. */
const MAX_OUTPUT_TOKENS = 64;

export interface TestedModel {
  latencyMs: number;
  usage: ModelUsage;
}

/** Requests one word from a model to check the configuration of its provider. */
@Injectable()
export class ModelTest {
  constructor(
    private readonly providers: ModelProvidersService,
    private readonly gateway: ModelGateway,
  ) {}

  /** Throws `model_error` with a suggested correction. */
  async run(
    projectId: string,
    id: string,
    name: string,
    signal: AbortSignal,
  ): Promise<TestedModel> {
    const provider = await this.providers.get(projectId, id);
    const model = provider.models.find((one) => one.name === name);
    if (model === undefined)
      throw new MetarunError(
        MODEL_ERRORS.unknown_model,
        `The provider ${quoted(provider.name)} has no model ${quoted(name)}; it has ${provider.models.map((one) => one.name).join(', ')}.`,
      );
    const began = performance.now();
    const owner = { projectId, taskId: null, stepId: null, attempt: 1 };
    const ref = modelRef(provider, model);
    try {
      const { usage } =
        model.embeddings === null
          ? await this.gateway.call(
              owner,
              {
                model: ref,
                system: null,
                messages: [{ role: 'user', content: 'Answer with the word: ready' }],
                tools: [],
                maxOutputTokens: MAX_OUTPUT_TOKENS,
                temperature: null,
                reasoning: null,
              },
              null,
              signal,
            )
          : await this.gateway.embed(owner, { model: ref, texts: ['ready'] }, signal);
      return { latencyMs: Math.round(performance.now() - began), usage };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      throw new MetarunError(MODEL_ERRORS.model_error, error.message, { cause: error });
    }
  }
}
