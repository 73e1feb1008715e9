import type { Json } from '../../../base/kernel/json.js';

/** Returns the JSON of a text that consists of it alone, in a code fence or not; undefined if it is something else. */
export function parseJson(text: string): Json | undefined {
  const inner = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(inner) as Json;
  } catch {
    return undefined;
  }
}
