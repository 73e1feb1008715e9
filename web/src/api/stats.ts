import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { type Range, resolveStatsSpan } from './runs-span.js';
import type { Stats } from './types.js';

/** Prefix of the query keys for the statistics of a project. */
export function statsKey(project: string): readonly [string, string] {
  return ['stats', project];
}

/** Statistics for the time range of a list; null if the range is empty or too long. */
export function statsQuery(project: string, { since, until, type }: Range) {
  return queryOptions({
    queryKey: [...statsKey(project), { since, until, type }],
    queryFn: async ({ signal }): Promise<Stats | null> => {
      const span = resolveStatsSpan({ since, until }, Date.now());
      if (span === null) return null;
      return readBody(
        api.GET('/external/v1/projects/{project_id}/stats', {
          params: {
            path: { project_id: project },
            query: {
              since: new Date(span.since).toISOString(),
              until: new Date(span.until).toISOString(),
              by: span.by,
              ...(type !== undefined && { task_type: type }),
            },
          },
          signal,
        }),
      );
    },
    staleTime: 60_000,
  });
}
