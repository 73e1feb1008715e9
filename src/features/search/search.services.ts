import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { FilesServices } from '../files/files.services.js';
import { IndexerService } from './indexer.service.js';
import { SearchIndex } from './search-index.js';
import { SearchCapability } from './search.capability.js';
import { SearchService } from './search.service.js';
import { SectionReader } from './section-reader.js';
import { SectionRanking } from './section-ranking.js';

export type SearchServices = ReturnType<typeof searchServices>;

/** Full-text search in files. */
export function searchServices(
  { logger, database, blobs, bus, keepers, capabilities }: Infrastructure,
  { workspaces }: FilesServices,
) {
  const sections = new SectionReader();
  const indexer = new IndexerService(
    new SearchIndex(database),
    blobs,
    sections,
    bus,
    keepers.lead('search'),
    logger,
  );
  const search = new SearchService(database, indexer, new SectionRanking(database));
  new SearchCapability(workspaces, search).register(capabilities);
  return { indexer, search, close: () => sections.close() };
}
