import type { Json } from '../../../base/kernel/json.js';

const FENCE = '```';

/** Returns the JSON of a text that consists of it alone, in a code fence or not; undefined if it is something else. */
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
