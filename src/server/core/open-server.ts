import type { Logger } from 'pino';
import { whenLong } from '../../base/kernel/long-wait.js';
import { openRateStore } from '../../access/auth/rates/open-rate-store.js';
import type { RateStore } from '../../access/auth/rates/rate-store.js';
import { openArchiveStore } from '../../platform/storage/open-archive-store.js';
import { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { Containers } from '../../sandbox/containers/containers.js';
import { serverRuntimes } from '../../sandbox/runtime/script-runtimes.js';
import { Dashboard } from '../dashboard/dashboard.js';
import type { ServerConfig } from './config.js';
import {
  type Infrastructure,
  type InfrastructureOptions,
  openInfrastructure,
} from './infrastructure.js';
import { openFilesAdvice, openFilesLimit } from './open-files.js';
import { allTables } from './tables.js';

/** Everything that a server opens before it creates its modules. */
export interface OpenedServer extends Infrastructure {
  readonly dashboard: Dashboard;
  /** Null without a rate limit. */
  readonly rates: RateStore | null;
}

export interface OpenOptions {
  /** Makes servers of other releases end if the database changes of this release would break them. */
  upgradeNow?: boolean | undefined;
  /** See {@link InfrastructureOptions}. */
  bus?: InfrastructureOptions['bus'];
}

/** Opens what a server needs. Rejects with an Error that states the reason, after closing everything. */
export async function openServer(
  config: ServerConfig,
  logger: Logger,
  { upgradeNow = false, bus }: OpenOptions,
): Promise<OpenedServer> {
  await using opened = new AsyncDisposableStack();
  const runsScripts = config.roles.includes('worker');
  const advice = openFilesAdvice(openFilesLimit(), runsScripts ? config.concurrency : 0);
  if (advice !== null) logger.warn(advice);
  const lock = DataFolderLock.take(config.dataDir, config.databaseUrl === '');
  opened.defer(() => lock.release());
  const waiting = <T>(what: string, work: Promise<T>): Promise<T> => {
    whenLong(work, () => logger.info(`waiting for ${what}`));
    return work;
  };
  const infrastructure = await openInfrastructure(config, {
    logger,
    lock,
    bus,
    openDatabase: async () =>
      waiting('the database', openDatabase(config, allTables(), logger, { upgradeNow })),
    startRuntimes: async () => {
      const archive = await openArchiveStore(config);
      const warn = (message: string): void => logger.warn(message);
      return serverRuntimes(config, warn, archive, (what, work) => void waiting(what, work));
    },
    openContainers: async (egress) =>
      runsScripts
        ? waiting(
            'the container engine',
            Containers.open(config, egress, (message) => logger.warn(message)),
          )
        : Containers.NONE,
  });
  opened.defer(() => infrastructure.close());
  const dashboard = await Dashboard.open(config);
  const { database, bus: events } = infrastructure.platform;
  const rates = await openRateStore(config, database, events, logger);
  opened.defer(() => rates?.close());
  const kept = opened.move();
  return { ...infrastructure, dashboard, rates, close: () => kept.disposeAsync() };
}
