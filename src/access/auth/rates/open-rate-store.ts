import type { Logger } from 'pino';
import { isRedisUrl } from '../../../base/config/bus-settings.js';
import type { Config } from '../../../base/config/settings.js';
import type { Database } from '../../../platform/database/database.js';
import { busChannel } from '../../../platform/events/bus/bus-channel.js';
import type { EventBus } from '../../../platform/events/event-bus.js';
import type { RateStore } from './rate-store.js';
import { SharedRateStore } from './shared.rate-store.js';

/** Opens the counter of requests: in Redis if METARUN_BUS names one; null without a limit. */
export async function openRateStore(
  { bus, rateLimit }: Config,
  database: Database,
  events: EventBus,
  logger: Logger,
): Promise<RateStore | null> {
  if (rateLimit === 0) return null;
  if (!isRedisUrl(bus)) return new SharedRateStore(rateLimit, events);
  const { RedisRateStore } = await import('./redis.rate-store.js');
  return new RedisRateStore(bus, await busChannel(database), rateLimit, logger);
}
