const HOUR_MS = 3_600_000;
/** A session without a request for so long has ended. */
export const IDLE_MS = 12 * HOUR_MS;
/** A session ends after so long, however much it is used. */
export const LONGEST_MS = 30 * 24 * HOUR_MS;
/** A login code may be used for so long, once. */
export const CODE_MS = 10 * 60_000;

/** A sign-in of a browser. */
export interface SessionRef {
  readonly id: string;
  /** Ms since the epoch. */
  readonly expiresAt: number;
}

/** The times of a session, in ms since the epoch. */
export interface SessionTimes {
  session_used_at: number;
  session_ends_at: number;
}

/** Returns whether a session goes on, as far as its own times say. */
export function isOpen({ session_used_at: used, session_ends_at: ends }: SessionTimes): boolean {
  const now = Date.now();
  return ends > now && used + IDLE_MS > now;
}
