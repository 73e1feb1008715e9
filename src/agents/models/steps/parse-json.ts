import type { Json } from '../../../base/kernel/json.js';

const FENCE = '```';

/** Parses a text that consists only of JSON, optionally in a code fence; returns undefined for other text. */
export function parseJson(text: string): Json | undefined {
  const trimmed = text.trim();
  const opening = trimmed.endsWith(FENCE)
    ? (/^```(?:json)?[^\S\n]*\n/.exec(trimmed)?.[0] ?? '')
    : '';
  try {
    return JSON.parse(opening === '' ? text : trimmed.slice(opening.length, -FENCE.length)) as Json;
  } catch {
    return undefined;
  }
}
