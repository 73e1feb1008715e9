import type { EffectiveLimits } from '../../agents/merge-contract.js';
import type { ModelInfo, ModelUsage } from '../../models/model-gateway.js';
import { MICRO } from '../../models/usd.js';

/** Minimum number of tokens for an answer that is worth requesting. */
export const LEAST_ANSWER = 16;

/** Limits of a run on model usage, and its usage so far. */
export class Budget {
  private tokens = 0;
  private costMicroUsd = 0;

  constructor(
    private readonly limits: Pick<EffectiveLimits, 'maxTokens' | 'maxCostUsd'>,
    private readonly prices: ModelInfo['prices'],
  ) {}

  spend({ inputTokens, outputTokens, costMicroUsd }: ModelUsage): void {
    this.tokens += inputTokens + outputTokens;
    this.costMicroUsd += costMicroUsd ?? 0;
  }

  /** Raises the usage to one counted elsewhere, which includes requests with a lost end. */
  atLeast(tokens: number, costMicroUsd: number): void {
    this.tokens = Math.max(this.tokens, tokens);
    this.costMicroUsd = Math.max(this.costMicroUsd, costMicroUsd);
  }

  /**
   * Returns the number of tokens that the answer to a request of `inputTokens` may have, at most `wanted`; or a text
   * that names the exhausted limit.
   */
  answerTokens(inputTokens: number, wanted: number): number | string {
    const { maxTokens, maxCostUsd } = this.limits;
    const least = Math.min(LEAST_ANSWER, wanted);
    const byTokens = maxTokens - this.tokens - inputTokens;
    if (byTokens < least)
      return `max_tokens is ${maxTokens}: the task has used ${this.tokens}, and the next request alone has about ${inputTokens}.`;
    if (maxCostUsd === null || this.prices === null) return Math.min(wanted, byTokens);
    const { input, output } = this.prices;
    const left = maxCostUsd * MICRO - this.costMicroUsd - inputTokens * input;
    const byCost = output === 0 ? wanted : Math.floor(left / output);
    if (left < 0 || byCost < least)
      return `max_cost_usd is ${maxCostUsd}: the task has spent about ${usd(this.costMicroUsd)}, and the next request costs about ${usd(inputTokens * input)} before its answer.`;
    return Math.min(wanted, byTokens, byCost);
  }
}

function usd(micro: number): string {
  return `${(micro / MICRO).toFixed(4)} USD`;
}
