import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.js';
import { cursorOf } from './cursors.js';
import type { Page } from './files.js';
import type { FoundSection } from './types.js';

/** The sections of text files that have some words, the best first. */
export function fileSearchQuery(project: string, ws: string, q: string) {
  return infiniteQueryOptions({
    queryKey: ['file-search', project, ws, q],
    queryFn: async ({ pageParam, signal }): Promise<Page<FoundSection>> => {
      const { body, response } = await answerOf(
        api.GET('/external/v1/projects/{project_id}/files/search', {
          params: {
            path: { project_id: project },
            query: { q, ws, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      );
      return { items: body, next: cursorOf(response.headers.get('link')) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: Page<FoundSection>) => next,
  });
}
