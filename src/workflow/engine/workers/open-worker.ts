import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../../../base/config/settings.js';
import { VERSION } from '../../../base/kernel/version.js';
import type { DataFolderLock } from '../../../platform/database/data-folder-lock.js';
import type { Database } from '../../../platform/database/database.js';
import type { EventBus } from '../../../platform/events/event-bus.js';
import { WorkerLease } from './worker-lease.js';
import { WorkerRows } from './worker-rows.js';

/** Returns the workers of the installation, and this process as one that is yet to register. */
export function openWorker(
  config: Config,
  lock: DataFolderLock,
  database: Database,
  bus: EventBus,
  logger: Logger,
): { workers: WorkerRows; lease: WorkerLease } {
  const workers = new WorkerRows(database, lock.exclusive);
  const facts = {
    name: hostname(),
    roles: 'api keeper worker',
    version: VERSION,
    knows: database.breakingMigrations.join(' '),
    slots: config.concurrency,
    agent_slots: config.agentConcurrency,
    started_at: Date.now() - Math.round(process.uptime() * 1000),
  };
  const leaseMs = config.leaseSeconds * 1000;
  return { workers, lease: new WorkerLease(workers, bus.id, facts, leaseMs, logger) };
}
