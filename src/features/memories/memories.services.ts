import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import type { AgentsServices } from '../agents/agents.services.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { ModelsServices } from '../models/models.services.js';
import { MemoriesService } from './memories.service.js';
import { MemoryAccesses } from './memory-access.service.js';
import { MemoryCapability } from './memory.capability.js';
import { MemoryGifts } from './memory-gifts.service.js';
import { MemoryIndex } from './memory-index.js';
import { MemoryRecall } from './memory-recall.service.js';
import { MemorySearch } from './memory-search.service.js';
import { MemorySettingsService } from './memory-settings.service.js';
import { MemoryStore } from './memory-store.js';
import { Revocation } from './revocation.service.js';

interface Needs {
  steps: StepsServices;
  agents: AgentsServices;
  metaTasks: MetaTasksServices;
  models: ModelsServices;
}

export type MemoriesServices = ReturnType<typeof memoriesServices>;

/** The memories of projects. */
export function memoriesServices(
  { database, events, capabilities }: Infrastructure,
  {
    steps: { journals },
    agents: { agentVersions },
    metaTasks: { versions },
    models: { gateway },
  }: Needs,
) {
  const index = new MemoryIndex(database);
  const store = new MemoryStore(database, events, index);
  const memories = new MemoriesService(store, index);
  const search = new MemorySearch(database, index);
  const revocation = new Revocation(store, index);
  const settings = new MemorySettingsService(database, gateway);
  const accesses = new MemoryAccesses(database, versions, agentVersions);
  const gifts = new MemoryGifts(search);
  new MemoryCapability({ journals, accesses, gifts, store, settings, revocation }).register(
    capabilities,
  );
  return { memories, search, revocation, settings, recall: new MemoryRecall(accesses, gifts) };
}
