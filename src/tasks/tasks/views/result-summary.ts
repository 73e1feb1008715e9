import type { Json } from '../../../base/kernel/json.js';

/** Maximum length of a summary, in characters. */
export const MAX_SUMMARY = 200;
/** Number of characters that are rendered for it: enough to recognise a secret that is cut at the end. */
const WRITTEN = 1_000;

/**
 * Returns the beginning of a result as one line of text after `redact`: of a text its words, of anything else its JSON.
 * Null for a null result. The rest of a large result is not read.
 */
export function summariseResult(result: Json, redact: (text: string) => string): string | null {
  if (result === null) return null;
  const text = typeof result === 'string' ? result.slice(0, WRITTEN) : written(result, WRITTEN);
  const line = redact(text).replaceAll(/\s+/gu, ' ').trim();
  return line.length <= MAX_SUMMARY ? line : `${whole(line.slice(0, MAX_SUMMARY - 1))}…`;
}

/** Returns the first `most` characters of the JSON text of a value. */
function written(value: Json, most: number): string {
  if (value === null || typeof value !== 'object') {
    const short = typeof value === 'string' ? value.slice(0, most) : value;
    return JSON.stringify(short).slice(0, most);
  }
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  const entries = isList ? value.entries() : Object.entries(value);
  let first = true;
  for (const [key, member] of entries) {
    if (text.length >= most) return text.slice(0, most);
    text += `${first ? '' : ', '}${isList ? '' : `${JSON.stringify(key)}: `}`;
    text += written(member, Math.max(0, most - text.length));
    first = false;
  }
  return `${text}${isList ? ']' : '}'}`.slice(0, most);
}

/** Returns a text without half a character at its end. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/u, '');
}
