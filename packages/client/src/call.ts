import type { CallOptions } from './types.js';

/** Returns the options of a method as those of a request. */
export function call({ signal }: CallOptions): { signal: AbortSignal | null } {
  return { signal: signal ?? null };
}
