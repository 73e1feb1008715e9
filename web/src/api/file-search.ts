import { api } from './client.js';
import { pagesQuery } from './pages.js';
import type { FoundSection as Section } from './types.js';

/** A section that matches a search. `byWordsAlone` is true if the embedding model did not respond in time. */
export interface FoundSection extends Section {
  byWordsAlone: boolean;
}

/** Sections of text files that match a query by words or by meaning, best first. */
export function fileSearchQuery(project: string, ws: string, q: string) {
  return pagesQuery<FoundSection>(['file-search', project, ws, q], async (place, signal) => {
    const answer = await api.GET('/external/v1/projects/{project_id}/files/search', {
      params: { path: { project_id: project }, query: { q, ws, ...place } },
      signal,
    });
    const byWordsAlone = answer.response.headers.get('x-search-meaning') === 'unavailable';
    if (answer.data === undefined) return answer;
    return { ...answer, data: answer.data.map((section) => ({ ...section, byWordsAlone })) };
  });
}
