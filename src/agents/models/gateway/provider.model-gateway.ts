import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../../base/kernel/errors.js';
import {
  type CallOwner,
  type EmbeddingReply,
  ModelFailure,
  ModelGateway,
  type ModelInfo,
  type ModelReply,
  type ModelRequest,
  type OnDelta,
} from '../model-gateway.js';
import { ModelDirectory } from '../providers/model-directory.js';
import { modelRef } from '../providers/provider.js';
import { CountedRequests } from './counted-requests.js';
import { estimateTokens } from './estimate.js';
import { exchange } from './exchange.js';
import { embeddingModel, languageModel } from './wire-model.js';

/** Gateway to the model providers of projects and the installation. */
@Injectable()
export class ProviderModelGateway extends ModelGateway {
  constructor(
    private readonly directory: ModelDirectory,
    private readonly requests: CountedRequests,
  ) {
    super();
  }

  async find(projectId: string, ref: string | null): Promise<ModelInfo> {
    const { provider, model } = await this.directory.find(projectId, ref);
    const { prices } = model;
    return {
      ref: modelRef(provider, model),
      model: model.model,
      contextTokens: model.context_tokens,
      maxOutputTokens: model.max_output_tokens,
      prices: prices && {
        input: prices.input,
        cachedInput: prices.cached_input,
        output: prices.output,
      },
      images: model.images,
      embeddings: model.embeddings,
    };
  }

  async call(
    owner: CallOwner,
    request: ModelRequest,
    onDelta: OnDelta | null,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const { provider, model } = await this.directory.find(owner.projectId, request.model);
    if (model.embeddings !== null)
      throw new MetarunError(
        'not_available',
        `The model "${request.model}" makes embeddings and generates no text; name another one.`,
      );
    const { system, messages, tools } = request;
    const asked = { system, messages: [...messages], tools: tools.map((tool) => ({ ...tool })) };
    let reported = false;
    try {
      return await this.requests.make({
        owner,
        provider,
        model,
        asked,
        maxOutputTokens: request.maxOutputTokens,
        signal,
        make: async ({ wire, signal: stop, onPart }) => {
          const { reported: tokens, ...answer } = await exchange({
            libraries: wire.libraries,
            kind: provider.kind,
            model: languageModel(provider, model, wire),
            request: {
              ...request,
              maxOutputTokens: Math.min(request.maxOutputTokens, model.max_output_tokens),
            },
            stream: provider.stream,
            signal: stop,
            onPart,
            onText: (kind, text) => {
              if (onDelta === null || text === '') return;
              reported = true;
              onDelta({ kind, text });
            },
          });
          const outputTokens = estimateTokens(answer.messages);
          return { answer, reported: tokens, outputTokens, shown: { messages: answer.messages } };
        },
      });
    } catch (error) {
      if (reported) onDelta?.({ reset: true });
      throw error;
    }
  }

  async embed(
    owner: CallOwner,
    { model: ref, texts }: { model: string; texts: readonly string[] },
    signal: AbortSignal,
  ): Promise<EmbeddingReply> {
    const { provider, model } = await this.directory.find(owner.projectId, ref);
    if (model.embeddings === null)
      throw new MetarunError(
        'not_available',
        `The model "${ref}" makes no embeddings; name one whose provider says how long they are ("embeddings").`,
      );
    const length = model.embeddings;
    return this.requests.make({
      owner,
      provider,
      model,
      asked: [...texts],
      maxOutputTokens: 0,
      signal,
      make: async ({ wire, signal: stop }) => {
        const { embeddings, usage: given } = await wire.libraries.embedMany({
          model: embeddingModel(provider, model, wire),
          values: [...texts],
          maxRetries: 0,
          abortSignal: stop,
        });
        const odd = embeddings.find((one) => one.length !== length);
        if (odd !== undefined || embeddings.length !== texts.length)
          throw new ModelFailure(
            `gave ${embeddings.length} embeddings of ${odd?.length ?? length} numbers for ${texts.length} texts, where its provider says ${length} ("embeddings").`,
          );
        const none = { cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };
        return {
          answer: { embeddings },
          reported: { inputTokens: given.tokens, ...none },
          outputTokens: 0,
          shown: { embeddings: embeddings.length },
        };
      },
    });
  }
}
