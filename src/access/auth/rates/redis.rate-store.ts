import type { Logger } from 'pino';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { QuickRedis } from '../../../platform/redis/quick-redis.js';
import { MemoryRateStore } from './memory.rate-store.js';
import {
  allowed,
  RATE_POLICIES,
  type RatePolicy,
  type RateStore,
  type Spent,
  WINDOW_SECONDS,
} from './rate-store.js';

/** Counts the requests of all servers in Redis, or those of this server alone while Redis does not answer. */
export class RedisRateStore implements RateStore {
  private readonly redis: QuickRedis;
  private readonly limiters: ReadonlyMap<RatePolicy, RateLimiterRedis>;

  /** `installation` is part of the names of all keys in Redis. */
  constructor(url: string, installation: string, limit: number, logger: Logger) {
    const memory = new MemoryRateStore(limit);
    this.redis = new QuickRedis(url, (error) =>
      logger.debug(
        { reason: getErrorMessage(error) },
        'failed to count requests in Redis; they are counted by this server only',
      ),
    );
    const limiter = (policy: RatePolicy): RateLimiterRedis =>
      new RateLimiterRedis({
        storeClient: this.redis,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `metarun:${installation}:rate:${policy}`,
        points: allowed(policy, limit),
        duration: WINDOW_SECONDS,
        insuranceLimiter: memory.limiters[policy],
      });
    this.limiters = new Map(RATE_POLICIES.map((policy) => [policy, limiter(policy)]));
  }

  async spend(policy: RatePolicy, id: string): Promise<Spent> {
    const limiter = this.limiters.get(policy);
    if (limiter === undefined) throw new Error(`there is no policy ${policy}`);
    return limiter.penalty(id);
  }

  close(): void {
    this.redis.close();
  }
}
