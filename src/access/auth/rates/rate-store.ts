/** Time in which requests are counted together, s. */
export const WINDOW_SECONDS = 60;
/** One project may make as many requests as this number of keys. */
const PROJECT_FACTOR = 10;

export const RATE_POLICIES = ['key', 'project'] as const;
export type RatePolicy = (typeof RATE_POLICIES)[number];

/** Injection token of the {@link RateStore}; null where there is no limit. */
export const RATE_STORE = Symbol('RATE_STORE');

/** Returns how many requests a policy allows in a window. */
export function allowed(policy: RatePolicy, limit: number): number {
  return policy === 'key' ? limit : limit * PROJECT_FACTOR;
}

/** The requests of one key or project in its window. */
export interface Spent {
  consumedPoints: number;
  remainingPoints: number;
  /** Until the window ends. */
  msBeforeNext: number;
}

/** Port: counts requests, each in a window that begins with the first of them. */
export interface RateStore {
  /** Counts one request. Never rejects. */
  spend(policy: RatePolicy, id: string): Promise<Spent>;
  close(): void;
}
