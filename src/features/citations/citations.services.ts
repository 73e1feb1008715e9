import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { FilesServices } from '../files/files.services.js';
import type { SearchServices } from '../search/search.services.js';
import { CitationChecks } from './citation-checks.js';
import { Citations } from './citations.service.js';
import { StaleCitations } from './stale-citations.js';

export type CitationsServices = ReturnType<typeof citationsServices>;

/** The passages that results cite, and whether the files still say them. */
export function citationsServices(
  { logger, database, bus, keepers }: Infrastructure,
  { workspaces }: FilesServices,
  { search }: SearchServices,
) {
  const citations = new Citations(database);
  return {
    citations,
    checks: new CitationChecks(workspaces, search, citations),
    stale: new StaleCitations(database, workspaces, search, bus, keepers.lead('search'), logger),
  };
}
