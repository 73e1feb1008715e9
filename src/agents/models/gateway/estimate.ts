import type { JsonObject } from '../../../base/kernel/json.js';
import type { ModelUsage } from '../model-gateway.js';
import type { ModelPrices } from '../providers/provider.js';

/** Bytes of a token: fewer than the usual four, so that an estimate is rather too high. */
const BYTES = 3;

/** Returns about how many tokens something has that no provider has counted. */
export function estimateTokens(
  ...parts: readonly (string | JsonObject | readonly JsonObject[])[]
): number {
  const bytes = parts.map((part) =>
    Buffer.byteLength(typeof part === 'string' ? part : JSON.stringify(part)),
  );
  return tokensOfBytes(bytes.reduce((sum, size) => sum + size, 0));
}

/** Returns about how many tokens so many bytes of text have. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / BYTES);
}

/** A provider that reports so many times fewer tokens than are estimated has not counted them. */
const MOST_TOO_FEW = 50;

/**
 * Returns how many tokens count: those that a provider has reported, and the estimate where it has reported nothing, or what cannot
 * be. `most`: as many as the model can take.
 */
export function countTokens(reported: number | null, estimated: number, most: number): number {
  // NaN fails this comparison, and so counts as no report.
  if (reported === null || !(reported * MOST_TOO_FEW >= estimated)) return estimated;
  return Math.ceil(Math.min(reported, Math.max(most, estimated)));
}

/** Returns what tokens cost, in millionths of a USD; null without prices. */
export function costOf(
  usage: Pick<ModelUsage, 'inputTokens' | 'cachedTokens' | 'outputTokens'>,
  prices: ModelPrices | null,
): number | null {
  if (prices === null) return null;
  // A price for a million tokens in USD is one for a token in millionths.
  const { input, cached_input: cachedInput, output } = prices;
  const cached = Math.min(usage.cachedTokens, usage.inputTokens);
  const cost =
    (usage.inputTokens - cached) * input +
    cached * (cachedInput ?? input) +
    usage.outputTokens * output;
  return Math.ceil(cost);
}
