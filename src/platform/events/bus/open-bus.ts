import type { Logger } from 'pino';
import { isRedisUrl } from '../../../base/config/bus-settings.js';
import type { Config } from '../../../base/config/settings.js';
import type { Database } from '../../database/database.js';
import type { Bus } from './bus.js';
import { busChannel } from './bus-channel.js';
import { MemoryBus } from './memory.bus.js';

/** Returns the adapter that METARUN_BUS names; by default that of the database. */
export async function openBus(config: Config, database: Database, logger: Logger): Promise<Bus> {
  const { bus, databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl === '' || bus === 'memory') return new MemoryBus();
  if (isRedisUrl(bus)) {
    const { RedisBus } = await import('./redis.bus.js');
    return new RedisBus(bus, await busChannel(database), logger);
  }
  const { PostgresBus } = await import('./postgres.bus.js');
  return new PostgresBus(databaseDirectUrl || databaseUrl, logger);
}
