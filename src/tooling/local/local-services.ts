import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { pino } from 'pino';
import type { Approvals } from '../../features/approvals/approvals.service.js';
import type { Decisions } from '../../features/approvals/decisions.service.js';
import { packagePath } from '../../base/kernel/package-root.js';
import type { ServerConfig } from '../../server/core/config.js';
import { type Core, createCore } from '../../server/core/core.js';
import { allTables } from '../../server/core/tables.js';
import type { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import { openReader, sqliteDataSource, sqlitePath } from '../../platform/database/data-source.js';
import { Database } from '../../platform/database/database.js';
import { migrate } from '../../platform/database/schema-safety.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { EventLog } from '../../platform/events/event-log.js';
import type { FileReaderService } from '../../features/files/tree/file-reader.service.js';
import type { FileWriterService } from '../../features/files/tree/file-writer.service.js';
import type { WorkspacesService } from '../../features/files/workspaces/workspaces.service.js';
import type { Inbox } from '../../features/inbox/inbox.service.js';
import { BackgroundWorks } from '../../base/kernel/background-work.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type { SandboxReport } from '../../sandbox/runtime/sandbox/sandbox.js';
import type { ScriptRuntimes } from '../../sandbox/runtime/script-runtimes.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import type { MemoriesService } from '../../features/memories/memories.service.js';
import type { SecretsService } from '../../features/secrets/secrets.service.js';
import type { TaskSteps } from '../../workflow/steps/task-steps.service.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import type { MetaTasksService } from '../../features/meta-tasks/meta-tasks.service.js';
import type { TaskSubmission } from '../../features/tasks/submission.service.js';
import type { TasksService } from '../../features/tasks/tasks.service.js';
import { InterceptedCapabilities } from './intercepted-capabilities.js';
import { readLocalConfig } from './local-config.js';
import { ScriptedMcpPort } from './scripted.mcp-port.js';
import { ScriptedModelGateway } from './scripted.model-gateway.js';
import { startRuntimes } from './local-runtimes.js';
import type { OnWait } from '../../sandbox/runtime/on-wait.js';

/** The services of a server that a run without one needs. */
export interface LocalServices {
  readonly config: ServerConfig;
  readonly sandbox: SandboxReport;
  readonly database: Database;
  readonly bus: EventBus;
  readonly events: EventLog;
  readonly capabilities: InterceptedCapabilities;
  readonly models: ScriptedModelGateway;
  readonly mcp: ScriptedMcpPort;
  readonly metaTasks: MetaTasksService;
  readonly submission: TaskSubmission;
  readonly tasks: TasksService;
  readonly steps: TaskSteps;
  readonly approvals: Approvals;
  readonly decisions: Decisions;
  readonly inbox: Inbox;
  readonly secrets: SecretsService;
  readonly memories: MemoriesService;
  readonly workspaces: WorkspacesService;
  readonly reader: FileReaderService;
  readonly writer: FileWriterService;
  readonly blobs: BlobStore;
  /** Ends what runs and closes all. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  dataDir: string;
  /** True if the folder outlives the services. */
  kept: boolean;
  lock: DataFolderLock;
  concurrency?: number | undefined;
  languages: readonly ScriptLanguage[];
  /** As in {@link LocalSettings}. */
  model?: string | undefined;
  modelProviders?: string | undefined;
  /** Those that have been started already; they are closed with the rest. */
  runtimes?: Promise<ScriptRuntimes> | undefined;
  onWait?: OnWait | undefined;
}

/** Makes and starts the services. Where that fails nothing of it stays. */
export async function startServices(options: ServiceOptions): Promise<LocalServices> {
  const { dataDir, kept, lock, concurrency, languages, model, modelProviders } = options;
  const config = readLocalConfig({ dataDir, concurrency, model, modelProviders });
  const capabilities = new InterceptedCapabilities();
  const schemas = new SchemaValidator();
  // Its thread takes a while to start, and nearly every script has a schema.
  void schemas.check({}, '', { waits: false }).catch(() => undefined);
  const mcp = new ScriptedMcpPort();
  let models: ScriptedModelGateway | undefined;
  const core = await createCore(config, {
    logger: pino({ enabled: false }),
    lock,
    capabilities,
    schemas,
    mcpPort: () => mcp,
    modelGateway: (product) => (models = new ScriptedModelGateway(product)),
    openDatabase: () => openDatabase(config, kept),
    startRuntimes: () => options.runtimes ?? startRuntimes(config, languages, options.onWait),
  });
  const background = new BackgroundWorks([...core.background, core.tasks.engine]);
  const close = async (): Promise<void> => {
    await background.stop();
    await core.close();
  };
  try {
    await background.start();
  } catch (error) {
    await close();
    throw error;
  }
  if (models === undefined) throw new Error('the core has made no model gateway');
  return { ...servicesOf(core), capabilities, models, mcp, close };
}

function servicesOf(core: Core): Omit<LocalServices, 'capabilities' | 'models' | 'mcp' | 'close'> {
  const { config, sandbox, database, bus, events, blobs } = core;
  return {
    config,
    sandbox: sandbox.report,
    database,
    bus,
    events,
    blobs,
    metaTasks: core.metaTasks.metaTasks,
    submission: core.tasks.submission,
    tasks: core.tasks.tasks,
    steps: core.steps.taskSteps,
    approvals: core.approvals.approvals,
    decisions: core.approvals.decisions,
    inbox: core.inbox.inbox,
    secrets: core.secrets.secrets,
    memories: core.memories.memories,
    workspaces: core.files.workspaces,
    reader: core.files.reader,
    writer: core.files.writer,
  };
}

/** Opens the database of a run. A new one is a copy of what the build has made: to make the tables takes longer than a short script. */
async function openDatabase(config: ServerConfig, kept: boolean): Promise<Database> {
  const path = sqlitePath(config);
  const template = packagePath('dist/run/template.db');
  const copied = !existsSync(path) && existsSync(template);
  if (copied) await copyFile(template, path);
  const tables = await allTables();
  const writer = await sqliteDataSource(path, tables, { synced: kept }).initialize();
  if (!copied) await migrate(writer);
  return new Database(writer, await openReader(writer));
}
