import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { Journal } from '../../../workflow/steps/journal.js';
import { MODEL_ERRORS } from '../errors.js';
import { computeCost, estimateTokens } from '../gateway/estimate.js';
import { ModelCalls } from '../gateway/model-calls.service.js';
import type { ModelInfo } from '../model-gateway.js';
import { MICRO } from '../usd.js';

/** Enforces the model limits that meta-tasks set for their tasks. */
@Injectable()
export class ModelBudget {
  constructor(private readonly calls: ModelCalls) {}

  /**
   * Returns the number of tokens that an answer may have without exceeding a limit, at most `wanted`. Throws
   * `budget_exceeded` if none are left, and `not_available` for a cost limit with a model without prices.
   */
  async outputTokens(
    context: CapabilityContext,
    journal: Journal,
    model: ModelInfo,
    asked: string,
    wanted: number,
  ): Promise<number> {
    const { tokens, costUsd } = context.modelLimits;
    if (tokens === null && costUsd === null) return wanted;
    const used = await this.calls.usedBy(context.projectId, context.taskId);
    const input = estimateTokens(asked);
    const byTokens = tokens === null ? wanted : tokens - used.tokens - input;
    if (byTokens < Math.min(1, wanted))
      throw exceeded(
        journal,
        `max_tokens is ${tokens}: the task has used ${used.tokens}, and this request has about ${input}.`,
      );
    if (costUsd === null) return Math.min(wanted, byTokens);
    const byCost = affordable(model, input, costUsd * MICRO - used.costMicroUsd, wanted);
    if (byCost === null)
      throw exceeded(
        journal,
        `max_cost_usd is ${costUsd}: the task has spent about ${used.costMicroUsd / MICRO}, and the rest is too little for this request.`,
      );
    return Math.min(wanted, byTokens, byCost);
  }
}

/** Returns the number of output tokens that `left` millionths of a USD pay for; null if not even one. */
function affordable(
  { ref, prices }: ModelInfo,
  input: number,
  left: number,
  wanted: number,
): number | null {
  if (prices === null)
    throw new MetarunError(
      'not_available',
      `The model "${ref}" has no prices, and max_cost_usd limits what this task may spend: name a model with prices, or leave the limit out.`,
    );
  const rest =
    left -
    (computeCost(
      { inputTokens: input, cachedTokens: 0, outputTokens: 0 },
      { input: prices.input, cached_input: prices.cachedInput, output: prices.output },
    ) ?? 0);
  if (rest < 0) return null;
  const most = prices.output === 0 ? wanted : Math.floor(rest / prices.output);
  return most < Math.min(1, wanted) ? null : most;
}

function exceeded(journal: Journal, message: string): MetarunError {
  journal.gives({ type: 'MetarunError', message }, 'budget_exceeded');
  return new MetarunError(MODEL_ERRORS.budget_exceeded, message);
}
