const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after failed attempts, in ms; the last one ends after about a day. */
const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS,
];
/** Longest pause that a receiver may request, in ms. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/**
 * Fraction of a pause by which it varies in either direction, so that deliveries that failed together are spread out.
 */
const JITTER = 0.2;

/**
 * Returns the pause before the next attempt after `attempts` failures, in ms, or null. `retryAfterMs` is
 * the receiver's request. `random` is between 0 and 1.
 */
export function pauseAfter(
  attempts: number,
  retryAfterMs: number | null,
  random: number,
): number | null {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return null;
  const varied = pause * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(varied, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
}

/** Returns the pause of a Retry-After header, which has seconds or a date, in ms from `now`; null if it is invalid. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
