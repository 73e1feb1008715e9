import { Injectable } from '@nestjs/common';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import type { Capabilities, CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../../sandbox/runtime/capability-args.js';
import type { PendingCall } from '../../../sandbox/runtime/runtime.js';
import { Journals } from '../../../workflow/steps/journals.js';
import { stepName } from '../../../workflow/steps/step.capability.js';
import { ModelGateway } from '../model-gateway.js';
import { usageDto } from '../providers/model-provider.wire.js';
import { ModelBudget } from './model-budget.js';
import { ModelSteps } from './model-steps.js';

const METHOD = 'model.embed';
const MAX_TEXTS = 100;
/** Maximum count of numbers in one answer: about 2 MiB of JSON. */
const MAX_NUMBERS = 200_000;

/** `model.embed`: embeddings of texts, which the guests expose as `reporter.ai.embed`. */
@Injectable()
export class EmbedCapability {
  constructor(
    private readonly journals: Journals,
    private readonly gateway: ModelGateway,
    private readonly steps: ModelSteps,
    private readonly budget: ModelBudget,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register(
      METHOD,
      (context, json, call) =>
        this.embed(context, new CapabilityArgs(METHOD, json, ['texts', 'model', 'name']), call),
      { waits: true },
    );
  }

  /** Returns `{embeddings, model, usage}`, the same at every replay. */
  private async embed(
    context: CapabilityContext,
    args: CapabilityArgs,
    call: PendingCall,
  ): Promise<Json> {
    const journal = this.journals.of(context);
    const name = stepName(METHOD, args.optionalText('name') ?? 'embed');
    const texts = parseTexts(args.json('texts'));
    const model = await this.gateway.find(context.projectId, args.text('model'));
    const most = Math.floor(MAX_NUMBERS / (model.embeddings ?? 1));
    if (texts.length > most)
      throw new MetarunError(
        'too_large',
        `The model "${model.ref}" may embed ${most} texts in one call; give it fewer at a time.`,
      );
    const { reply } = await this.steps.embed(context, journal, call, name, async () => {
      await this.budget.outputTokens(context, journal, model, texts.join(''), 0);
      return { model: model.ref, texts };
    });
    return {
      embeddings: reply.embeddings,
      model: model.ref,
      usage: { ...usageDto(reply.usage) },
    };
  }
}

function parseTexts(given: Json): string[] {
  const texts = Array.isArray(given)
    ? given.filter((one) => typeof one === 'string' && one !== '')
    : [];
  if (
    !Array.isArray(given) ||
    texts.length !== given.length ||
    texts.length < 1 ||
    texts.length > MAX_TEXTS
  )
    throw invalidField(
      METHOD,
      `"texts" must be a list of 1 to ${MAX_TEXTS} texts that are not empty`,
    );
  return texts as string[];
}
