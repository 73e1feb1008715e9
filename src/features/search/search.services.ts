import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { FilesServices } from '../files/files.services.js';
import { IndexerService } from './indexer.service.js';
import { SearchIndex } from './search-index.js';
import { SearchCapability } from './search.capability.js';
import { SearchService } from './search.service.js';
import type { SectionMeanings } from './section-meanings.js';
import { SectionReader } from './section-reader.js';
import { RankedSections } from './ranked-sections.js';
import { SectionRanking } from './section-ranking.js';
import { Vocabulary } from './vocabulary.js';
import { WordForms } from './wanted-words.js';

export type SearchServices = ReturnType<typeof searchServices>;

/** Full-text search in files. */
export function searchServices(
  { logger, database, blobs, bus, keepers, capabilities }: Infrastructure,
  { workspaces }: FilesServices,
  meanings: SectionMeanings | null,
) {
  const sections = new SectionReader();
  const vocabulary = new Vocabulary(database);
  const indexer = new IndexerService(
    new SearchIndex(database, vocabulary, meanings),
    blobs,
    sections,
    bus,
    keepers.lead('search'),
    logger,
  );
  const found = new RankedSections(
    database,
    new SectionRanking(database),
    new WordForms(vocabulary),
  );
  const search = new SearchService(database, indexer, found, meanings);
  new SearchCapability(workspaces, search).register(capabilities);
  return { indexer, search, close: () => sections.close() };
}
