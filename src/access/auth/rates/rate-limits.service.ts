import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../base/config/settings.js';
import { CONFIG } from '../../../base/tokens.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import {
  allowed,
  RATE_STORE,
  type RatePolicy,
  type RateStore,
  WINDOW_SECONDS,
} from './rate-store.js';

/**
 * Limits requests per minute, by key or token and by project. Every response reports the state in the headers RateLimit
 * and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers).
 */
@Injectable()
export class RateLimits {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimit'>,
    /** Null without a limit. */
    @Inject(RATE_STORE) private readonly store: RateStore | null,
  ) {}

  /** Takes one request off the allowance of `id`. Throws `rate_limited` if the allowance is used up. */
  async spend(policy: RatePolicy, id: string, response: ServerResponse): Promise<void> {
    if (this.store === null) return;
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.store.spend(policy, id);
    const most = allowed(policy, this.config.rateLimit);
    const reset = Math.ceil(msBeforeNext / 1000);
    response.appendHeader('RateLimit-Policy', `"${policy}";q=${most};w=${WINDOW_SECONDS}`);
    response.appendHeader('RateLimit', `"${policy}";r=${remainingPoints};t=${reset}`);
    if (consumedPoints > most)
      throw new MetarunError(
        'rate_limited',
        `More than ${most} requests a minute with this ${policy}; go on in ${reset} s.`,
        { retryAfterSeconds: reset },
      );
  }
}
