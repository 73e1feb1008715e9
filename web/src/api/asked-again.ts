import { requestErrorOf } from './request-error.js';

/** So often a question is asked again that got no answer, or one that tells of a fault. */
const AFTER_FAULTS = 2;
/** The same where the server asks for a pause. */
const AFTER_PAUSES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Returns whether a question that has failed `count` times before is asked again by itself. */
export function mayBeAskedAgain(count: number, error: unknown): boolean {
  const { status } = requestErrorOf(error);
  if (status === 429) return count < AFTER_PAUSES;
  return count < AFTER_FAULTS && (status === 0 || status >= 500);
}

/** Returns the pause before that, ms: what the server has asked for, or twice as long each time. */
export function pauseBefore(count: number, error: unknown): number {
  const { retryAfterMs } = requestErrorOf(error);
  return Math.min(retryAfterMs ?? FIRST_PAUSE_MS * 2 ** count, LONGEST_PAUSE_MS);
}
