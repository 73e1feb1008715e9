import type { Logger } from 'pino';
import type { Config } from '../../../base/config/settings.js';
import type { Bus } from './bus.js';
import { MemoryBus } from './memory.bus.js';

/** Returns the adapter that METARUN_BUS names, by default that of the database. */
export async function busOf(config: Config, logger: Logger): Promise<Bus> {
  const { bus, databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl === '' || bus === 'memory') return new MemoryBus();
  const { PostgresBus } = await import('./postgres.bus.js');
  return new PostgresBus(databaseDirectUrl || databaseUrl, logger);
}
