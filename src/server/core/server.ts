import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AuditServices, auditServices } from '../../features/audit/audit.services.js';
import { type AuthServices, authServices } from '../../features/auth/auth.services.js';
import { openRateStore } from '../../features/auth/rates/open-rate-store.js';
import type { RateStore } from '../../features/auth/rates/rate-store.js';
import { type BulkServices, bulkServices } from '../../features/bulk/bulk.services.js';
import { findInterpreter } from '../../sandbox/runtime/find-sandbox.js';
import { openConverter } from '../../sandbox/conversion/open-converter.js';
import type { SandboxedDocumentConverter } from '../../sandbox/conversion/sandboxed.document-converter.js';
import { openArchiveStore } from '../../platform/storage/open-archive-store.js';
import { Checkpoints } from '../../platform/database/checkpoints.js';
import { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import { sqlitePath } from '../../platform/database/data-source.js';
import { openDatabase } from '../../platform/database/open-database.js';
import {
  type DocumentsServices,
  documentsServices,
} from '../../features/files/documents/documents.services.js';
import {
  type StoredFilesServices,
  storedFilesServices,
} from '../../features/files/stored-files.services.js';
import { installationStates } from '../../features/installation/installation.services.js';
import type { InstallationStates } from '../../features/installation/state/installation-state.service.js';
import { type McpServices, mcpServices } from '../../features/mcp/mcp.services.js';
import { PausableWork } from '../../features/installation/pausable-work.js';
import { checkEqualSettings } from '../../features/installation/equal-settings.js';
import { checkSecrets, secretsAdvice } from '../../features/installation/secrets-check.js';
import { Pause } from '../../features/installation/pause.js';
import { LANGUAGES, SCRIPT_LANGUAGES } from '../../base/languages/index.js';
import {
  type OverviewServices,
  overviewServices,
} from '../../features/overview/overview.services.js';
import { whenLong } from '../../base/kernel/long-wait.js';
import { BackgroundWorks } from '../../base/kernel/background-work.js';
import {
  type ProjectsServices,
  projectsServices,
} from '../../features/projects/projects.services.js';
import {
  type RetentionServices,
  retentionServices,
} from '../../features/retention/retention.services.js';
import { logTasks } from '../../features/tasks/task-log.js';
import { Containers } from '../../sandbox/containers/containers.js';
import { serverRuntimes } from '../../sandbox/runtime/script-runtimes.js';
import {
  type SchedulesServices,
  schedulesServices,
} from '../../features/schedules/schedules.services.js';
import {
  type TaskViewsServices,
  taskViewsServices,
} from '../../features/tasks/task-views.services.js';
import {
  type WebhooksServices,
  webhooksServices,
} from '../../features/webhooks/webhooks.services.js';
import { SkewWatch } from '../../workflow/engine/workers/skew-watch.js';
import { Dashboard } from '../dashboard/dashboard.js';
import type { ServerConfig } from './config.js';
import { type Core, type CoreOptions, createCore } from './core.js';
import { openFilesAdvice, openFilesLimit } from './open-files.js';
import { allTables } from './tables.js';

/** The longest wait of a start for the processes of scripts (ms). */
const WARMING_MS = 10_000;

/** A server without its endpoints: the core, and what only a server has. */
export interface Server {
  readonly core: Core;
  readonly converter: SandboxedDocumentConverter;
  readonly dashboard: Dashboard;
  readonly auth: AuthServices;
  readonly audit: AuditServices;
  readonly projects: ProjectsServices;
  readonly documents: DocumentsServices;
  readonly storedFiles: StoredFilesServices;
  readonly taskViews: TaskViewsServices;
  readonly schedules: SchedulesServices;
  readonly retention: RetentionServices;
  readonly webhooks: WebhooksServices;
  readonly bulk: BulkServices;
  readonly overview: OverviewServices;
  readonly mcp: McpServices;
  /** The work that a paused installation does not do. */
  readonly work: PausableWork;
  readonly states: InstallationStates;
  readonly skew: SkewWatch;
  /** Starts all background work; resolves once tasks run. The runtimes of scripts may still be starting, or fail to. */
  start(): Promise<void>;
  /**
   * Ends the background work; running tasks may finish within METARUN_SHUTDOWN_SECONDS, and requests are answered for
   * METARUN_DRAIN_SECONDS at least.
   */
  stop(): Promise<void>;
  /** Closes all that was opened. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Pauses the installation, until an operator ends that. */
  paused?: boolean | undefined;
  /** Has servers of another release end that a change of the database of this one would have work wrongly. */
  upgradeNow?: boolean | undefined;
  /** As {@link CoreOptions} has it. */
  bus?: CoreOptions['bus'];
}

/** Opens a server, of which nothing works yet but the processes of scripts that it starts. Rejects with an Error that says why it cannot, with all closed. */
export async function createServer(
  config: ServerConfig,
  logger: Logger,
  { paused = false, upgradeNow = false, bus }: ServerOptions = {},
): Promise<Server> {
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
  const core = await createCore(config, {
    logger,
    lock,
    bus,
    openDatabase: async () =>
      waiting('the database', openDatabase(config, await allTables(), logger, { upgradeNow })),
    startRuntimes: async () => {
      const archive = await openArchiveStore(config);
      const warn = (message: string): void => logger.warn(message);
      return serverRuntimes(config, warn, archive, (what, work) => void waiting(what, work));
    },
    openContainers: async (egress) =>
      config.roles.includes('worker')
        ? waiting(
            'the container engine',
            Containers.open(config, egress, (message) => logger.warn(message)),
          )
        : Containers.NONE,
  });
  opened.defer(() => core.close());
  // The processes of scripts start beside all that follows here.
  const closing = new AbortController();
  opened.defer(() => closing.abort());
  const warming = runsScripts ? warmRuntimes(core, closing.signal) : Promise.resolve();
  warming.catch(() => undefined);
  const converter = openConverter(
    config,
    core.sandbox,
    (message) => logger.warn(message),
    () => findInterpreter(config),
  );
  opened.defer(() => converter.close());
  const dashboard = await Dashboard.open(config);
  const rates = await openRateStore(config, core.database, core.bus, logger);
  opened.defer(() => rates?.close());
  const services = makeServices(core, converter, dashboard, rates);
  await services.storedFiles.installation.run();
  await checkEqualSettings(config, core.database, await core.secrets.key.find());
  await reportSecrets(core);
  logTasks(core.bus, logger);
  opened.defer(() => services.taskViews.histories.stop());
  opened.defer(() => services.auth.requests.stop());
  const pause = new Pause(core.database);
  if (paused) await pause.begin();
  const work = new PausableWork(workOf(core, services), pause, logger);
  const states = installationStates(core, core.tasks, core.secrets, work);
  const skew = new SkewWatch(core.database, logger);
  skew.watch(core.lease);
  const background = backgroundOf(core, services, states, work);
  const kept = opened.move();
  return {
    core,
    converter,
    dashboard,
    ...services,
    work,
    states,
    skew,
    start: async () => {
      whenLong(warming, () => logger.info('waiting for the processes of scripts'));
      if (!core.sandbox.contained) await warming;
      // Beyond that requests need not wait for them.
      const patience = new AbortController();
      await Promise.race([
        warming,
        delay(WARMING_MS, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      patience.abort();
      await background.start();
      // No request waits for it: where it fails, health says so.
      if (config.roles.includes('api') || config.roles.includes('keeper')) void converter.warm();
    },
    stop: async () => {
      core.lease.drain();
      await Promise.all([work.stop(), delay(config.drainSeconds * 1000)]);
      await background.stop();
    },
    close: () => kept.disposeAsync(),
  };
}

/**
 * Starts the runtimes of the languages of the stored scripts; resolves once each has started or failed to. Without a sandbox, which is
 * tried with a guest of each language, those of all: it may be a language that does not work which keeps this machine from having a
 * sandbox, so that the start is refused. Those that have not worked so far go on trying beside, for which no one waits. `closing`: ends
 * the processes that start, which is no failure.
 */
async function warmRuntimes(core: Core, closing: AbortSignal): Promise<void> {
  const { runtimes, sandbox, metaTasks } = core;
  const known = runtimes.problems();
  reportProblems(core, known);
  const failed = new Set(known.map(({ language }) => language));
  const used = sandbox.contained ? await metaTasks.versions.languages() : SCRIPT_LANGUAGES;
  const again = runtimes.warm([...failed]);
  await runtimes.warm(used.filter((language) => !failed.has(language)));
  if (!sandbox.contained) await again;
  if (closing.aborted) return;
  const problems = runtimes.problems();
  const [first] = problems;
  if (first !== undefined && !sandbox.contained) throw new Error(first.problem);
  reportProblems(
    core,
    problems.filter(({ language }) => !failed.has(language)),
  );
}

function reportProblems(
  { logger }: Core,
  problems: ReturnType<Core['runtimes']['problems']>,
): void {
  for (const { language, problem } of problems)
    logger.error(
      `failed to start the processes of ${LANGUAGES[language].title}: ${problem}; tasks of that language wait, and it is tried again`,
    );
}

type Services = Omit<
  Server,
  'core' | 'converter' | 'dashboard' | 'work' | 'states' | 'skew' | 'start' | 'stop' | 'close'
>;

function makeServices(
  core: Core,
  converter: SandboxedDocumentConverter,
  dashboard: Dashboard,
  rates: RateStore | null,
): Services {
  const { quotas, secrets, files, tasks } = core;
  const auth = authServices(core, dashboard.isServed, rates);
  const documents = documentsServices(core, files, converter);
  const storedFiles = storedFilesServices(core, files, documents);
  const taskViews = taskViewsServices(core, tasks, core.steps, auth.requests, core.metaTasks);
  const retention = retentionServices(core, files, storedFiles, core.models);
  return {
    auth,
    audit: auditServices(core),
    projects: projectsServices(core, auth, quotas),
    documents,
    storedFiles,
    taskViews,
    schedules: schedulesServices(core, tasks, quotas),
    retention,
    webhooks: webhooksServices(core, secrets, quotas),
    bulk: bulkServices(core, tasks),
    overview: overviewServices(core, tasks, taskViews, core),
    mcp: mcpServices(core, { ...core, taskViews, retention, auth }),
  };
}

/** Without the right key the server works, but for the tasks and webhooks that need their secrets. */
async function reportSecrets({ database, secrets: { key }, logger }: Core): Promise<void> {
  const found = await checkSecrets(database, await key.find());
  if (found.unreadable > 0) logger.warn(found, secretsAdvice(found, key.place));
}

/** The work that serves requests, whether the installation is paused or not. */
function backgroundOf(
  core: Core,
  services: Services,
  states: InstallationStates,
  work: PausableWork,
): BackgroundWorks {
  const { config, logger, database } = core;
  return new BackgroundWorks([
    ...(database.kind === 'sqlite' ? [new Checkpoints(sqlitePath(config), database, logger)] : []),
    ...(config.roles.includes('keeper') ? [services.documents.worker] : []),
    ...core.background,
    states,
    work,
  ]);
}

/**
 * What an installation does by itself. Schedules stop first, then tasks: what follows from those that still end is done by
 * what stops after them.
 */
function workOf(
  { config, tasks, memories, vectors, mcpServers, images }: Core,
  services: Services,
): BackgroundWorks {
  const keeps = config.roles.includes('keeper');
  // What is led has no need of the role: a process without it leads nothing.
  const led = [
    services.audit.sweep,
    services.storedFiles.sweep,
    services.retention.sweep,
    services.webhooks.worker,
  ];
  const shared = [memories.vectorWorker, vectors.work, memories.worker, mcpServers.worker];
  return new BackgroundWorks([
    ...led,
    ...(keeps ? shared : []),
    ...(images.areHere ? [images.worker] : []),
    tasks.engine,
    ...(keeps ? [services.bulk.worker] : []),
    services.schedules.scheduler,
  ]);
}
