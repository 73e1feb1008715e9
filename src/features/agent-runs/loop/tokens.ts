import type { JsonObject } from '../../../base/kernel/json.js';

/** Bytes of a token: fewer than the usual four, so that an estimate is rather too high. */
const BYTES = 3;

/** Returns about how many tokens something has that no provider has counted. */
export function estimateTokens(
  ...parts: readonly (string | JsonObject | readonly JsonObject[])[]
): number {
  const bytes = parts.map((part) =>
    Buffer.byteLength(typeof part === 'string' ? part : JSON.stringify(part)),
  );
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / BYTES);
}
