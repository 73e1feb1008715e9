import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { pino } from 'pino';
import { Approvals } from '../../tasks/approvals/approvals.service.js';
import { Decisions } from '../../tasks/approvals/decisions.service.js';
import { packagePath } from '../../base/kernel/package-root.js';
import type { ServerConfig } from '../../server/core/config.js';
import { CoreWork } from '../../server/core/core-work.js';
import { type Infrastructure, openInfrastructure } from '../../server/core/infrastructure.js';
import { allTables } from '../../server/core/tables.js';
import type { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import { openReader, sqliteDataSource, sqlitePath } from '../../platform/database/data-source.js';
import { Database } from '../../platform/database/database.js';
import { migrate } from '../../platform/database/schema-safety.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { EventLog } from '../../platform/events/event-log.js';
import { FileReaderService } from '../../files/files/tree/file-reader.service.js';
import { FileWriterService } from '../../files/files/tree/file-writer.service.js';
import { WorkspaceChanges } from '../../files/files/workspaces/workspace-changes.service.js';
import { WorkspacesService } from '../../files/files/workspaces/workspaces.service.js';
import { Inbox } from '../../tasks/inbox/inbox.service.js';
import { BackgroundWorks } from '../../base/kernel/background-work.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type { SandboxReport } from '../../sandbox/runtime/sandbox/sandbox.js';
import { MemoriesService } from '../../agents/memories/memories.service.js';
import { SecretsService } from '../../access/secrets/secrets.service.js';
import { TaskSteps } from '../../workflow/steps/task-steps.service.js';
import { MetaTasksService } from '../../tasks/meta-tasks/meta-tasks.service.js';
import { TaskSubmission } from '../../tasks/tasks/submission/submission.service.js';
import { TasksService } from '../../tasks/tasks/tasks.service.js';
import { Engine } from '../../workflow/engine/engine.js';
import { InterceptedCapabilities } from './intercepted-capabilities.js';
import { openModules } from './local.module.js';
import { readLocalConfig } from './local-config.js';
import { ScriptedMcpPort } from './scripted.mcp-port.js';
import { ScriptedModelGateway } from './scripted.model-gateway.js';
import { type Started, startRuntimes, startSchemas } from './local-runtimes.js';
import type { OnWait } from '../../sandbox/runtime/on-wait.js';

/** The services of a server that a run without a server needs. */
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
  readonly changes: WorkspaceChanges;
  /** Ends all runs and closes the services. */
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
  /** Processes and threads started ahead, which are closed with the rest. */
  started?: Started | undefined;
  onWait?: OnWait | undefined;
}

/** Creates and starts the services. A failure leaves nothing behind. */
export async function startServices(options: ServiceOptions): Promise<LocalServices> {
  const { dataDir, kept, lock, concurrency, languages, model, modelProviders, started } = options;
  const config = readLocalConfig({ dataDir, concurrency, model, modelProviders });
  const capabilities = new InterceptedCapabilities();
  const mcp = new ScriptedMcpPort();
  let models: ScriptedModelGateway | undefined;
  const infrastructure = await openInfrastructure(config, {
    logger: pino({ enabled: false }),
    lock,
    capabilities,
    schemas: started?.schemas ?? startSchemas(),
    openDatabase: () => openDatabase(config, kept),
    startRuntimes: () => started?.runtimes ?? startRuntimes(config, languages, options.onWait),
  });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => infrastructure.close());
  const context = await openModules(infrastructure, {
    mcp: () => mcp,
    models: (product) => (models = new ScriptedModelGateway(product)),
  });
  closing.defer(() => context.close());
  const background = new BackgroundWorks([context.get(CoreWork), context.get(Engine)]);
  closing.defer(() => background.stop());
  await background.start();
  if (models === undefined) throw new Error('the modules have made no model gateway');
  const open = closing.move();
  return {
    ...collectServices(infrastructure, context),
    capabilities,
    models,
    mcp,
    close: () => open.disposeAsync(),
  };
}

function collectServices(
  { platform, scripts }: Infrastructure,
  context: INestApplicationContext,
): Omit<LocalServices, 'capabilities' | 'models' | 'mcp' | 'close'> {
  const { config, database, bus, events } = platform;
  return {
    config,
    sandbox: scripts.sandbox.report,
    database,
    bus,
    events,
    metaTasks: context.get(MetaTasksService),
    submission: context.get(TaskSubmission),
    tasks: context.get(TasksService),
    steps: context.get(TaskSteps),
    approvals: context.get(Approvals),
    decisions: context.get(Decisions),
    inbox: context.get(Inbox),
    secrets: context.get(SecretsService),
    memories: context.get(MemoriesService),
    workspaces: context.get(WorkspacesService),
    reader: context.get(FileReaderService),
    writer: context.get(FileWriterService),
    changes: context.get(WorkspaceChanges),
  };
}

/**
 * Opens the database of a run. A new one is a copy of the template of the build, since creating the tables takes longer
 * than a short script.
 */
async function openDatabase(config: ServerConfig, kept: boolean): Promise<Database> {
  const path = sqlitePath(config);
  const template = packagePath('dist/run/template.db');
  const copied = !existsSync(path) && existsSync(template);
  if (copied) await copyFile(template, path);
  const tables = allTables();
  const writer = await sqliteDataSource(path, tables, { synced: kept }).initialize();
  if (!copied) await migrate(writer);
  return new Database(writer, await openReader(writer));
}
