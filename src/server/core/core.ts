import type { Logger } from 'pino';
import { type AgentsServices, agentsServices } from '../../features/agents/agents.services.js';
import { type AskServices, askServices } from '../../features/ask/ask.services.js';
import {
  type ApprovalsServices,
  approvalsServices,
} from '../../features/approvals/approvals.services.js';
import {
  type ChildrenServices,
  childrenServices,
} from '../../features/children/children.services.js';
import {
  type AgentRunsServices,
  agentRunsServices,
} from '../../features/agent-runs/agent-runs.services.js';
import {
  type CitationsServices,
  citationsServices,
} from '../../features/citations/citations.services.js';
import type { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import type { Database } from '../../platform/database/database.js';
import { HttpCapability } from '../../sandbox/egress/http/http.capability.js';
import { Containers } from '../../sandbox/containers/containers.js';
import { openEgress } from '../../sandbox/egress/open-egress.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { Transitions } from '../../workflow/engine/transitions.js';
import { openWorker } from '../../workflow/engine/workers/open-worker.js';
import type { Bus } from '../../platform/events/bus/bus.js';
import { BusLink } from '../../platform/events/bus/bus-link.js';
import { busOf } from '../../platform/events/bus/open-bus.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { EventLog } from '../../platform/events/event-log.js';
import { type FilesServices, filesServices } from '../../features/files/files.services.js';
import { type ImagesServices, imagesServices } from '../../features/images/images.services.js';
import { finishRotation } from '../../features/installation/rotate-key.js';
import { type InboxServices, inboxServices } from '../../features/inbox/inbox.services.js';
import {
  type MemoriesServices,
  memoriesServices,
} from '../../features/memories/memories.services.js';
import { MemorySettingsService } from '../../features/memories/memory-settings.service.js';
import type { BackgroundWork } from '../../base/kernel/background-work.js';
import { Quotas } from '../../features/projects/quotas.service.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import type { EgressFolder } from '../../sandbox/runtime/sandbox/egress-folder.js';
import { closeScriptRuntimes, type ScriptRuntimes } from '../../sandbox/runtime/script-runtimes.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { type SearchServices, searchServices } from '../../features/search/search.services.js';
import type { ModelGateway } from '../../features/models/model-gateway.js';
import { TaskModelUse } from '../../features/models/usage/task-model-use.js';
import {
  type McpServersServices,
  mcpServersServices,
} from '../../features/mcp-servers/mcp-servers.services.js';
import type { McpPort } from '../../features/mcp-servers/steps/mcp-port.js';
import { type ModelsServices, modelsServices } from '../../features/models/models.services.js';
import { type SecretsServices, secretsServices } from '../../features/secrets/secrets.services.js';
import { type StepsServices, stepsServices } from '../../workflow/steps/steps.services.js';
import { openBlobStore } from '../../platform/storage/open-blob-store.js';
import {
  type MetaTasksServices,
  metaTasksServices,
} from '../../features/meta-tasks/meta-tasks.services.js';
import { type TasksServices, tasksServices } from '../../features/tasks/tasks.services.js';
import { type VectorsServices, vectorsServices } from '../../features/vectors/vectors.services.js';
import type { ServerConfig } from './config.js';

/** The parts that a server and a command each open in their own way. */
export interface CoreOptions {
  logger: Logger;
  /** The lock of the data folder; the core neither takes nor releases it. */
  lock: DataFolderLock;
  openDatabase: () => Promise<Database>;
  startRuntimes: () => Promise<ScriptRuntimes>;
  /** Finds the engine of containers, if the settings name one. */
  openContainers?: (egress: EgressFolder) => Promise<Containers>;
  /** The registry of the functions that scripts may call. */
  capabilities?: Capabilities;
  /** Returns what answers requests to models, in front of the product's own; that alone by default. */
  modelGateway?: (product: ModelGateway) => ModelGateway;
  /** Returns what stands for MCP servers, in front of the product's own; that alone by default. */
  mcpPort?: (product: McpPort) => McpPort;
  /** Returns what carries messages between servers, in front of the product's own; that alone by default. */
  bus?: ((product: Bus) => Bus) | undefined;
  /** One that has been started already, if any; the core closes it. */
  schemas?: SchemaValidator;
}

interface Features {
  readonly quotas: Quotas;
  readonly secrets: SecretsServices;
  readonly images: ImagesServices;
  readonly models: ModelsServices;
  readonly mcpServers: McpServersServices;
  readonly files: FilesServices;
  readonly search: SearchServices;
  readonly citations: CitationsServices;
  readonly agents: AgentsServices;
  readonly metaTasks: MetaTasksServices;
  readonly memories: MemoriesServices;
  readonly vectors: VectorsServices;
  readonly steps: StepsServices;
  readonly approvals: ApprovalsServices;
  readonly tasks: TasksServices;
  readonly ask: AskServices;
  readonly children: ChildrenServices;
  readonly inbox: InboxServices;
  readonly agentRuns: AgentRunsServices;
}

/** All that tasks need to be made, run and seen, without any framework. */
export interface Core extends Infrastructure<ServerConfig>, Features {
  /**
   * The parts that are to be started, in this order and before the engine of tasks, and to be stopped in the reverse order
   * after it.
   */
  readonly background: readonly BackgroundWork[];
  /** Closes what the core has opened, after the background has stopped. */
  close(): Promise<void>;
}

/** Opens what tasks need and makes the services on it. Where that fails nothing of it stays open. */
export async function createCore(config: ServerConfig, options: CoreOptions): Promise<Core> {
  await using opened = new AsyncDisposableStack();
  const infrastructure = await openInfrastructure(config, options, opened);
  const features = makeFeatures(infrastructure, options);
  // It must not start without being able to read the secrets that are stored.
  if (await finishRotation(infrastructure.database, features.secrets.key))
    infrastructure.logger.warn(
      'finished a rotation of the key of the secrets that was interrupted',
    );
  await features.secrets.key.find();
  await features.models.installation.load();
  await features.mcpServers.load();
  opened.defer(() => features.mcpServers.close());
  opened.defer(() => features.files.texts.close());
  opened.defer(() => features.search.close());
  opened.defer(() => features.vectors.close());
  const kept = opened.move();
  return {
    ...infrastructure,
    ...features,
    background: [
      infrastructure.lease,
      infrastructure.keepers,
      features.secrets.reads,
      features.tasks.idempotency,
      features.tasks.textEvents,
      features.metaTasks.contentsSweep,
      features.search.indexer,
      features.citations.stale,
    ],
    close: () => kept.disposeAsync(),
  };
}

async function openInfrastructure(
  config: ServerConfig,
  options: CoreOptions,
  opened: AsyncDisposableStack,
): Promise<Infrastructure<ServerConfig>> {
  const { logger, lock, openDatabase, startRuntimes } = options;
  const { capabilities = new Capabilities(), schemas = new SchemaValidator() } = options;
  opened.defer(() => schemas.close());
  const opening = [
    deferred(opened, startRuntimes(), closeScriptRuntimes),
    deferred(opened, openDatabase(), (database) => database.close()),
    deferred(opened, openBlobStore(config), (blobs) => blobs.close()),
  ] as const;
  // What fails must not leave the others opening while all is being closed.
  await Promise.allSettled(opening);
  const [scripts, database, blobs] = await Promise.all(opening);
  const { sandbox } = scripts;
  const { openContainers = async () => Containers.NONE } = options;
  const containers = await deferred(opened, openContainers(scripts.egress), (one) => one.close());
  const runtimes = containers.around(scripts.runtimes);
  const egress = await deferred(opened, openEgress(config, scripts.egress), (one) => one.close());
  const bus = new EventBus();
  const { bus: inFront = (product: Bus) => product } = options;
  const adapter = inFront(await busOf(config, database, logger));
  const busLink = await deferred(opened, BusLink.open(adapter, bus, logger), (link) =>
    link.close(),
  );
  const events = new EventLog(database, config, bus);
  const transitions = new Transitions(database, events, bus, new TaskModelUse(database));
  const worker = openWorker(config, lock, database, bus, logger);
  const stores = { lock, database, blobs, bus, busLink, events, transitions, ...worker };
  return {
    config,
    logger,
    schemas,
    sandbox,
    runtimes,
    containers,
    capabilities,
    egress,
    ...stores,
  };
}

/** Resolves to what is opened, once its closing has been registered. */
async function deferred<T>(
  opened: AsyncDisposableStack,
  opening: Promise<T>,
  close: (made: T) => void | Promise<void>,
): Promise<T> {
  const made = await opening;
  opened.defer(() => close(made));
  return made;
}

function makeFeatures(
  infrastructure: Infrastructure<ServerConfig>,
  { modelGateway, mcpPort }: CoreOptions,
): Features {
  new HttpCapability().register(infrastructure.capabilities);
  const quotas = new Quotas(infrastructure.config, infrastructure.database);
  const secrets = secretsServices(infrastructure, quotas);
  const files = filesServices(infrastructure, quotas);
  const steps = stepsServices(infrastructure);
  const images = imagesServices(infrastructure, { secrets, quotas });
  const models = modelsServices(infrastructure, { steps, secrets, quotas, modelGateway });
  const mcpServers = mcpServersServices(infrastructure, { steps, secrets, quotas, mcpPort });
  const agents = agentsServices(infrastructure, quotas, models.gateway, mcpServers.port);
  const memorySettings = new MemorySettingsService(infrastructure.database, models.gateway);
  const abilities = {
    memoryModel: (projectId: string) => memorySettings.model(projectId),
    hasMcp: (projectId: string) => mcpServers.port.any(projectId),
  };
  const metaTasks = metaTasksServices(infrastructure, quotas, agents, abilities, images.bindings);
  images.images.usedBy((projectId, imageId) => metaTasks.versions.onImage(projectId, imageId));
  for (const one of [agents.agentVersions, metaTasks.versions, memorySettings])
    models.providers.usedBy((projectId, provider) => one.namingModelsOf(projectId, provider));
  const tasks = tasksServices(infrastructure, agents, metaTasks, models, steps, images);
  const vectors = vectorsServices(infrastructure, models);
  const memories = memoriesServices(infrastructure, {
    settings: memorySettings,
    steps,
    agents,
    metaTasks,
    models,
    secrets,
    embeddings: vectors,
  });
  const search = searchServices(infrastructure, files, vectors.sections);
  const citations = citationsServices(infrastructure, files, search);
  return {
    quotas,
    secrets,
    images,
    models,
    mcpServers,
    files,
    search,
    citations,
    agents,
    metaTasks,
    memories,
    vectors,
    steps,
    approvals: approvalsServices(infrastructure, steps, secrets),
    tasks,
    ask: askServices(files, metaTasks, tasks, models),
    children: childrenServices(infrastructure, steps, tasks),
    inbox: inboxServices(infrastructure, steps, tasks),
    agentRuns: agentRunsServices(infrastructure, {
      agents,
      metaTasks,
      secrets,
      models,
      mcpServers,
      memories,
      citations,
      steps,
      tasks,
    }),
  };
}
