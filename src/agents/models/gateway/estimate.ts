import type { JsonObject } from '../../../base/kernel/json.js';
import type { ModelUsage } from '../model-gateway.js';
import type { ModelPrices } from '../providers/provider.js';

/** Bytes per token: fewer than the usual four, so that estimates are rather too high. */
const BYTES = 3;

/** Estimates the number of tokens of content that no provider has counted. */
export function estimateTokens(
  ...parts: readonly (string | JsonObject | readonly JsonObject[])[]
): number {
  const bytes = parts.map((part) =>
    Buffer.byteLength(typeof part === 'string' ? part : JSON.stringify(part)),
  );
  return tokensOfBytes(bytes.reduce((sum, size) => sum + size, 0));
}

/** Estimates the number of tokens of a text by its bytes. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES);
}

/** Ratio of estimated to reported tokens above which the report is considered wrong. */
const MOST_TOO_FEW = 50;

/**
 * Returns the counted tokens: the provider's report, or the estimate if the report is missing or impossible. `most`:
 * maximum of the model.
 */
export function countTokens(reported: number | null, estimated: number, most: number): number {
  // NaN fails this comparison and therefore counts as a missing report.
  if (reported === null || !(reported * MOST_TOO_FEW >= estimated)) return estimated;
  return Math.ceil(Math.min(reported, Math.max(most, estimated)));
}

/** Returns the cost of tokens in millionths of a USD; null without prices. */
export function computeCost(
  usage: Pick<ModelUsage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>,
  prices: ModelPrices | null,
): number | null {
  if (prices === null) return null;
  // A price in USD per million tokens equals one in millionths of a USD per token.
  const { input, cached_input: cachedInput, output } = prices;
  const cached = Math.min(usage.cachedTokens, usage.inputTokens);
  const cost =
    (usage.inputTokens - cached) * input +
    cached * (cachedInput ?? input) +
    usage.outputTokens * output;
  return Math.ceil(cost);
}
