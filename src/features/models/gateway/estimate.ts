import type { ModelUsage } from '../model-gateway.js';
import type { ModelPrices } from '../providers/provider.js';

/** Characters of a token, as the makers of models give it for English text. */
const CHARACTERS = 4;

/** Returns about how many tokens a text has: of one that no provider has counted. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS);
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
