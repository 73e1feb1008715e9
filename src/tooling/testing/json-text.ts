import type { Json } from '../../base/kernel/json.js';

/** Returns the value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
