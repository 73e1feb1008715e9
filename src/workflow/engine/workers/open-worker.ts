import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../../../base/config/settings.js';
import { VERSION } from '../../../base/kernel/version.js';
import type { DataFolderLock } from '../../../platform/database/data-folder-lock.js';
import type { Database } from '../../../platform/database/database.js';
import type { EventBus } from '../../../platform/events/event-bus.js';
import { LeaderElection } from '../election/leader-election.js';
import { toPool } from '../queue/pool.js';
import { runnableNeeds } from '../queue/needs.js';
import { WorkerLease } from './worker-lease.js';
import { WorkerRows } from './worker-rows.js';

/** Opens the workers of the installation, the lease of this process, which is not registered yet, and its election. */
export function openWorker(
  config: Config,
  lock: DataFolderLock,
  database: Database,
  bus: EventBus,
  logger: Logger,
): { workers: WorkerRows; lease: WorkerLease; election: LeaderElection } {
  const workers = new WorkerRows(database, lock.exclusive);
  const works = config.roles.includes('worker');
  const facts = {
    name: hostname(),
    roles: config.roles.join(' '),
    tags: works ? toPool([...config.workerTags, ...runnableNeeds(config)]) : '',
    only_tagged: works && config.workerOnlyTagged === 'on',
    version: VERSION,
    knows: database.breakingMigrations.join(' '),
    slots: works ? config.concurrency : 0,
    agent_slots: works ? config.agentConcurrency : 0,
    started_at: Date.now() - Math.round(process.uptime() * 1000),
  };
  const leaseMs = config.leaseSeconds * 1000;
  const elected = lock.exclusive ? 'always' : 'elected';
  const mode = config.roles.includes('keeper') ? elected : 'never';
  return {
    workers,
    lease: new WorkerLease(workers, bus.id, facts, leaseMs, logger),
    election: new LeaderElection(database, bus.id, mode, logger),
  };
}
