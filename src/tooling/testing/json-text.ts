import type { Json } from '../../base/kernel/json.js';

/** The value that a text is the JSON of; undefined where it is not JSON. */
export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
