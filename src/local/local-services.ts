import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { ApprovalCapability } from '../approvals/approval.capability.js';
import { Approvals } from '../approvals/approvals.service.js';
import { Decisions } from '../approvals/decisions.service.js';
import { ChildTaskCapability } from '../children/child-task.capability.js';
import { CONFIG } from '../config/config.module.js';
import { packagePath } from '../config/paths.js';
import { readLocalConfig } from '../config/local-config.js';
import type { Config } from '../config/settings.js';
import { DataFolderLock } from '../database/data-folder-lock.js';
import { sqliteDataSource } from '../database/data-source.js';
import { Database } from '../database/database.js';
import { migrate } from '../database/schema-safety.js';
import { EgressGuard } from '../egress/egress-guard.js';
import { Egress } from '../egress/egress.js';
import { HostResolver } from '../egress/host-resolver.js';
import { HttpCapability } from '../egress/http/http.capability.js';
import { Dispatcher } from '../engine/dispatcher.js';
import { Engine } from '../engine/engine.js';
import { MemoryDispatcher } from '../engine/memory.dispatcher.js';
import { TaskExecutor } from '../engine/task-executor.js';
import { EventBus } from '../events/event-bus.js';
import { EventLog } from '../events/event-log.js';
import { FileReaderService } from '../files/file-reader.service.js';
import { FileWriterService } from '../files/file-writer.service.js';
import { FilesCapability } from '../files/files.capability.js';
import { ReadingCapability } from '../files/reading/reading.capability.js';
import { WorkspacesService } from '../files/workspaces.service.js';
import { Inbox } from '../inbox/inbox.service.js';
import { WaitForEventCapability } from '../inbox/wait-for-event.capability.js';
import { LOGGER } from '../logging/logging.module.js';
import { Capabilities } from '../runtime/capabilities.js';
import type { ScriptLanguage } from '../languages/index.js';
import { Runtimes } from '../runtime/runtimes.js';
import type { SandboxReport } from '../runtime/sandbox/sandbox.js';
import { SchemaValidator } from '../schema/schema-validator.js';
import { SearchCapability } from '../search/search.capability.js';
import { SecretsCapability } from '../secrets/secrets.capability.js';
import { SecretsService } from '../secrets/secrets.service.js';
import { StepCapability } from '../steps/step.capability.js';
import { TaskSteps } from '../steps/task-steps.service.js';
import { BlobStore } from '../storage/blob-store.js';
import { openBlobStore } from '../storage/open-blob-store.js';
import { TaskTypesService } from '../task-types/task-types.service.js';
import { ScriptExecutor } from '../tasks/script.executor.js';
import { TaskSubmission } from '../tasks/submission.service.js';
import { TasksService } from '../tasks/tasks.service.js';
import { Container } from './container.js';
import { InterceptedCapabilities } from './intercepted-capabilities.js';
import { closeRuntimes, type LocalRuntimes, startRuntimes } from './local-runtimes.js';

/** Each registers what scripts may call. */
const CAPABILITIES = [
  ApprovalCapability,
  ChildTaskCapability,
  FilesCapability,
  HttpCapability,
  ReadingCapability,
  SearchCapability,
  SecretsCapability,
  StepCapability,
  WaitForEventCapability,
];

/** The services of a server that a run without one needs. */
export interface LocalServices {
  readonly config: Config;
  readonly sandbox: SandboxReport;
  readonly database: Database;
  readonly bus: EventBus;
  readonly events: EventLog;
  readonly capabilities: InterceptedCapabilities;
  readonly taskTypes: TaskTypesService;
  readonly submission: TaskSubmission;
  readonly tasks: TasksService;
  readonly steps: TaskSteps;
  readonly approvals: Approvals;
  readonly decisions: Decisions;
  readonly inbox: Inbox;
  readonly secrets: SecretsService;
  readonly workspaces: WorkspacesService;
  readonly reader: FileReaderService;
  readonly writer: FileWriterService;
  readonly blobs: BlobStore;
  /** Ends what runs and closes all. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  dataDir: string;
  lock: DataFolderLock;
  concurrency?: number | undefined;
  languages: readonly ScriptLanguage[];
  /** Those that have been started already; they are closed with the rest. */
  runtimes?: Promise<LocalRuntimes> | undefined;
}

/** Makes and starts the services. Where that fails nothing of it stays. */
export async function startServices(options: ServiceOptions): Promise<LocalServices> {
  await using undo = new AsyncDisposableStack();
  const services = await start(options, undo);
  const all = undo.move();
  return { ...services, close: () => all.disposeAsync() };
}

/** `atEnd` undoes what has been done, the last first. */
async function start(
  options: ServiceOptions,
  atEnd: AsyncDisposableStack,
): Promise<Omit<LocalServices, 'close'>> {
  const { dataDir, lock, concurrency, languages } = options;
  const config = readLocalConfig({ dataDir, concurrency });
  const logger: Logger = pino({ enabled: false });
  const capabilities = new InterceptedCapabilities();
  const validator = new SchemaValidator();
  atEnd.defer(() => validator.close());
  // Its thread takes a while to start, and nearly every script has a schema.
  void validator.check({}, '').catch(() => undefined);
  const starting = ended(options.runtimes ?? startRuntimes(config, languages), atEnd);
  const opening = openDatabase(dataDir, atEnd);
  // None may still be at work when all is undone.
  await Promise.allSettled([starting, opening]);
  const [local, database] = await Promise.all([starting, opening]);
  const blobs = await openBlobStore(config);
  atEnd.defer(() => blobs.close());
  const container = new Container();
  container.provide(CONFIG, config);
  container.provide(LOGGER, logger);
  container.provide(DataFolderLock, lock);
  container.provide(Database, database);
  container.provide(BlobStore, blobs);
  container.provide(Capabilities, capabilities);
  container.provide(SchemaValidator, validator);
  container.provide(Runtimes, local.runtimes);
  container.provide(Egress, await openEgress(config, local, atEnd));
  container.provide(Dispatcher, container.get(MemoryDispatcher));
  container.provide(TaskExecutor, container.get(ScriptExecutor));
  for (const capability of CAPABILITIES) container.get<object>(capability);
  const engine = container.get(Engine);
  const services = {
    config,
    sandbox: local.sandbox.report,
    database,
    capabilities,
    bus: container.get(EventBus),
    events: container.get(EventLog),
    taskTypes: container.get(TaskTypesService),
    submission: container.get(TaskSubmission),
    tasks: container.get(TasksService),
    steps: container.get(TaskSteps),
    approvals: container.get(Approvals),
    decisions: container.get(Decisions),
    inbox: container.get(Inbox),
    secrets: container.get(SecretsService),
    workspaces: container.get(WorkspacesService),
    reader: container.get(FileReaderService),
    writer: container.get(FileWriterService),
    blobs,
  };
  atEnd.defer(() => container.eachBackwards('onApplicationShutdown'));
  atEnd.defer(() => container.eachBackwards('beforeApplicationShutdown'));
  await container.each('onModuleInit');
  await container.each('onApplicationBootstrap');
  atEnd.defer(() => engine.stop());
  await engine.start();
  return services;
}

async function ended(
  starting: Promise<LocalRuntimes>,
  atEnd: AsyncDisposableStack,
): Promise<LocalRuntimes> {
  const made = await starting;
  atEnd.defer(() => closeRuntimes(starting));
  return made;
}

/** A new one is a copy of what the build has made: to make the tables takes longer than a short script. */
async function openDatabase(dataDir: string, atEnd: AsyncDisposableStack): Promise<Database> {
  const path = join(dataDir, 'metarun.db');
  const template = packagePath('dist/run/template.db');
  const copied = !existsSync(path) && existsSync(template);
  if (copied) await copyFile(template, path);
  const writer = await sqliteDataSource(path).initialize();
  if (!copied) await migrate(writer);
  const database = new Database(writer, await sqliteDataSource(path).initialize());
  atEnd.defer(() => database.close());
  return database;
}

async function openEgress(
  config: Config,
  { egress }: LocalRuntimes,
  atEnd: AsyncDisposableStack,
): Promise<Egress> {
  const { maxNetwork, networkRanges, maxNetworkBytes } = config;
  const resolver = new HostResolver();
  const guard = new EgressGuard({
    widest: maxNetwork,
    ranges: networkRanges,
    lookup: (name) => resolver.lookup(name),
  });
  const opened = new Egress(guard, egress, maxNetworkBytes);
  atEnd.defer(() => opened.close());
  await opened.listen();
  return opened;
}
