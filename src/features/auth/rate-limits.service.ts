import type { ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Config } from '../../base/config/settings.js';
import { MetarunError } from '../../base/kernel/errors.js';

const WINDOW_SECONDS = 60;
/** One project may make as many requests as this number of keys. */
const PROJECT_FACTOR = 10;

/**
 * Counts requests in fixed windows of a minute, per key or token and per project, in the memory of this
 * server. Every answer reports the state in the headers RateLimit and RateLimit-Policy
 * (draft-ietf-httpapi-ratelimit-headers).
 */
export class RateLimits {
  private readonly policies: ReadonlyMap<'key' | 'project', RateLimiterMemory>;

  constructor({ rateLimit }: Config) {
    const limiter = (points: number): RateLimiterMemory =>
      new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
    this.policies =
      rateLimit === 0
        ? new Map()
        : new Map([
            ['key', limiter(rateLimit)],
            ['project', limiter(rateLimit * PROJECT_FACTOR)],
          ]);
  }

  /** Takes one request off the allowance of `id`; throws `rate_limited` when none is left. */
  async spend(policy: 'key' | 'project', id: string, response: ServerResponse): Promise<void> {
    const limiter = this.policies.get(policy);
    if (!limiter) return;
    const { consumedPoints, remainingPoints, msBeforeNext } = await limiter.penalty(id);
    const reset = Math.ceil(msBeforeNext / 1000);
    response.appendHeader(
      'RateLimit-Policy',
      `"${policy}";q=${limiter.points};w=${WINDOW_SECONDS}`,
    );
    response.appendHeader('RateLimit', `"${policy}";r=${remainingPoints};t=${reset}`);
    if (consumedPoints > limiter.points)
      throw new MetarunError(
        'rate_limited',
        `More than ${limiter.points} requests a minute with this ${policy}; go on in ${reset} s.`,
        { retryAfterSeconds: reset },
      );
  }
}
