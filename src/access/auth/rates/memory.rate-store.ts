import { RateLimiterMemory } from 'rate-limiter-flexible';
import {
  allowed,
  type RatePolicy,
  type RateStore,
  type Spent,
  WINDOW_SECONDS,
} from './rate-store.js';

/** Counts the requests of this server, and those that other servers report. */
export class MemoryRateStore implements RateStore {
  readonly limiters: Readonly<Record<RatePolicy, RateLimiterMemory>>;

  /** `limit`: requests of a key per window. */
  constructor(readonly limit: number) {
    const limiter = (policy: RatePolicy): RateLimiterMemory =>
      new RateLimiterMemory({ points: allowed(policy, limit), duration: WINDOW_SECONDS });
    this.limiters = { key: limiter('key'), project: limiter('project') };
  }

  spend(policy: RatePolicy, id: string): Promise<Spent> {
    return this.limiters[policy].penalty(id);
  }

  close(): void {}
}
