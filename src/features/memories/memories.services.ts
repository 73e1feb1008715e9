import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import type { AgentsServices } from '../agents/agents.services.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { ModelsServices } from '../models/models.services.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { VectorsServices } from '../vectors/vectors.services.js';
import { Extraction } from './extraction/extraction.service.js';
import { ExtractionWorker } from './extraction/extraction.worker.js';
import { MemoryJobs } from './extraction/memory-jobs.js';
import { TaskSourceReader } from './extraction/task-sources.js';
import { MemoriesService } from './memories.service.js';
import { MemoryAccesses } from './memory-access.service.js';
import { MemoryCapability } from './memory.capability.js';
import { MemoryGifts } from './memory-gifts.service.js';
import { MemoryIndex } from './memory-index.js';
import { MemoryRecall } from './memory-recall.service.js';
import { MemorySearch } from './memory-search.service.js';
import type { MemorySettingsService } from './memory-settings.service.js';
import type { MemoryConfig } from './settings.js';
import { vectorServices } from './vectors/vector.services.js';
import { MemoryStore } from './memory-store.js';
import { Revocation } from './revocation.service.js';

interface Needs {
  settings: MemorySettingsService;
  steps: StepsServices;
  agents: AgentsServices;
  metaTasks: MetaTasksServices;
  models: ModelsServices;
  secrets: SecretsServices;
  embeddings: VectorsServices;
}

export type MemoriesServices = ReturnType<typeof memoriesServices>;

/** The memories of projects. */
export function memoriesServices(
  {
    config,
    logger,
    database,
    events,
    transitions,
    schemas,
    capabilities,
  }: Infrastructure<MemoryConfig>,
  {
    settings,
    steps: { journals },
    agents: { agentVersions },
    metaTasks: { versions },
    models: { gateway },
    secrets: { secrets },
    embeddings,
  }: Needs,
) {
  const index = new MemoryIndex(database);
  const { vectors, meanings, worker: vectorWorker } = vectorServices(embeddings, logger, database);
  const store = new MemoryStore(database, events, index, vectors);
  const memories = new MemoriesService(store, index);
  const search = new MemorySearch(database, index, meanings);
  const revocation = new Revocation(store, index);
  const accesses = new MemoryAccesses(database, versions, agentVersions);
  const gifts = new MemoryGifts(search);
  new MemoryCapability({
    journals,
    accesses,
    gifts,
    store,
    settings,
    revocation,
    meanings,
  }).register(capabilities);
  const jobs = new MemoryJobs(database);
  const extraction = new Extraction({
    database,
    schemas,
    gateway,
    modelUse: transitions.modelUse,
    versions,
    secrets,
    accesses,
    settings,
    search,
    store,
    meanings,
    jobs,
    reader: new TaskSourceReader(database),
    maxTokens: config.memoryMaxTokens,
  });
  const worker = new ExtractionWorker(jobs, extraction, logger);
  worker.follow(transitions, versions);
  return {
    worker,
    jobs,
    vectorWorker,
    memories,
    search,
    revocation,
    settings,
    recall: new MemoryRecall(accesses, gifts),
  };
}
