import { requestErrorOf } from './request-error.js';

/** So often a question is asked again that got no answer, or one that is no answer of the API. */
const AFTER_FAULTS = 2;
/** The same where the server asks for a pause. */
const AFTER_PAUSES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Returns whether a question that has failed `count` times before is asked again by itself. */
export function mayBeAskedAgain(count: number, error: unknown): boolean {
  if (requestErrorOf(error).status === 429) return count < AFTER_PAUSES;
  return count < AFTER_FAULTS && isTemporary(error);
}

/** Returns whether no answer came, or one that is no answer of the API: the same question may have one later. */
export function isTemporary(error: unknown): boolean {
  const { status } = requestErrorOf(error);
  return status === 0 || status >= 500;
}

/** Returns the pause before that, ms: what the server has asked for, or twice as long each time. */
export function pauseBefore(count: number, error: unknown): number {
  const { retryAfterMs } = requestErrorOf(error);
  return Math.min(retryAfterMs ?? FIRST_PAUSE_MS * 2 ** count, LONGEST_PAUSE_MS);
}

/** Asks until an answer comes, as questions of the cache are asked; `signal` ends the pauses. */
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
