import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import type { Found } from './types.js';

export const MOST_LETTERS = 200;

/** Finds what fits a text; asking for another one ends the request. */
export function findQuery(project: string, q: string) {
  return queryOptions({
    queryKey: ['find', project, q],
    queryFn: ({ signal }): Promise<Found[]> =>
      bodyOf(
        api.GET('/external/v1/projects/{project_id}/find', {
          params: { path: { project_id: project }, query: { q } },
          signal,
        }),
      ),
    enabled: q !== '',
    // What was there before stays until the answer comes.
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
