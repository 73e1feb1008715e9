/** Length of a window, in seconds. */
export const WINDOW_SECONDS = 60;
/** Requests allowed to a project, as a multiple of the limit of one key. */
const PROJECT_FACTOR = 10;

export const RATE_POLICIES = ['key', 'project'] as const;
export type RatePolicy = (typeof RATE_POLICIES)[number];

/** Injection token of the {@link RateStore}; null without a limit. */
export const RATE_STORE = Symbol('RATE_STORE');

/** Returns the number of requests that a policy allows per window. */
export function allowed(policy: RatePolicy, limit: number): number {
  return policy === 'key' ? limit : limit * PROJECT_FACTOR;
}

/** The requests of one key or project in its window. */
export interface Spent {
  consumedPoints: number;
  remainingPoints: number;
  /** Time until the window ends, in ms. */
  msBeforeNext: number;
}

/** Port: counts requests in windows, each of which begins with its first request. */
export interface RateStore {
  /** Counts one request. Never rejects. */
  spend(policy: RatePolicy, id: string): Promise<Spent>;
  close(): void;
}
