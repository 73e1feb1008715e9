import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { MemoriesService } from './memories.service.js';
import { MemoryIndex } from './memory-index.js';
import { MemorySearch } from './memory-search.service.js';
import { MemoryStore } from './memory-store.js';
import { Revocation } from './revocation.service.js';

export type MemoriesServices = ReturnType<typeof memoriesServices>;

/** The memories of projects. */
export function memoriesServices({ database, events }: Infrastructure) {
  const index = new MemoryIndex(database);
  const store = new MemoryStore(database, events, index);
  const memories = new MemoriesService(store, index);
  const search = new MemorySearch(database, index);
  return { memories, search, revocation: new Revocation(store, index) };
}
