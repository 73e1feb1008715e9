import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { Found } from './types.js';

export const MOST_LETTERS = 200;

/** Search of a project for a text. Changing the text cancels the request. */
export function findQuery(project: string, q: string) {
  return queryOptions({
    queryKey: ['find', project, q],
    queryFn: ({ signal }): Promise<Found[]> =>
      readBody(
        api.GET('/external/v1/projects/{project_id}/find', {
          params: { path: { project_id: project }, query: { q } },
          signal,
        }),
      ),
    enabled: q !== '',
    // The previous results stay visible until the response arrives.
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
