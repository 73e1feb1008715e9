import { api } from './client.js';
import { pagesQuery } from './pages.js';
import type { FoundSection } from './types.js';

/** The sections of text files that have some words, the best first. */
export function fileSearchQuery(project: string, ws: string, q: string) {
  return pagesQuery<FoundSection>(['file-search', project, ws, q], (place, signal) =>
    api.GET('/external/v1/projects/{project_id}/files/search', {
      params: { path: { project_id: project }, query: { q, ws, ...place } },
      signal,
    }),
  );
}
