import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { FilesServices } from '../files/files.services.js';
import { IndexerService } from './indexer.service.js';
import { SearchIndex } from './search-index.js';
import { SearchCapability } from './search.capability.js';
import { SearchService } from './search.service.js';
import { SectionRanking } from './section-ranking.js';

export type SearchServices = ReturnType<typeof searchServices>;

/** Full-text search in files. */
export function searchServices(
  { logger, database, blobs, bus, keepers, capabilities }: Infrastructure,
  { workspaces }: FilesServices,
) {
  const indexer = new IndexerService(
    new SearchIndex(database),
    blobs,
    bus,
    keepers.lead('search'),
    logger,
  );
  const search = new SearchService(database, indexer, new SectionRanking(database));
  new SearchCapability(workspaces, search).register(capabilities);
  return { indexer, search };
}
