import { toRequestError } from './request-error.js';

/** Retries of a request that got no response, or a server error. */
const AFTER_FAULTS = 2;
/** Retries of a request that the server asked to delay. */
const AFTER_PAUSES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Returns whether a request that has failed `count` times before is retried automatically. */
export function mayBeAskedAgain(count: number, error: unknown): boolean {
  if (toRequestError(error).status === 429) return count < AFTER_PAUSES;
  return count < AFTER_FAULTS && isTemporary(error);
}

/** Returns whether a request got no response or a server error, so that a retry may succeed. */
export function isTemporary(error: unknown): boolean {
  const { status } = toRequestError(error);
  return status === 0 || status >= 500;
}

/** Returns the pause before a retry, in ms: the one that the server asked for, or an exponential backoff. */
export function pauseBefore(count: number, error: unknown): number {
  const { retryAfterMs } = toRequestError(error);
  return Math.min(retryAfterMs ?? FIRST_PAUSE_MS * 2 ** count, LONGEST_PAUSE_MS);
}

/** Repeats a request until it succeeds, by the retry rules of the query cache. Aborting `signal` ends the retries. */
export async function askedAgain<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await ask();
    } catch (error) {
      if (signal?.aborted || !mayBeAskedAgain(count, error)) throw error;
      await new Promise((done) => setTimeout(done, pauseBefore(count, error)));
      signal?.throwIfAborted();
    }
  }
}
