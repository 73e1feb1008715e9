const HOUR_MS = 3_600_000;
/** Time without a request after which a session ends. */
export const IDLE_MS = 12 * HOUR_MS;
/** Maximum duration of a session, however much it is used. */
export const LONGEST_MS = 30 * 24 * HOUR_MS;
/** Validity of a login code, which can be used once. */
export const CODE_MS = 10 * 60_000;

/** A signed-in browser. */
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

/** Returns whether a session is open according to its own times. */
export function isOpen({ session_used_at: used, session_ends_at: ends }: SessionTimes): boolean {
  const now = Date.now();
  return ends > now && used + IDLE_MS > now;
}
