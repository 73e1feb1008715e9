import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { Now, Stats, Task } from './types.js';

/** Number of runs shown if nothing needs attention. */
const LAST_RUNS = 5;

/** State of a project, with the figures of the last day. */
export interface AtAGlance {
  now: Now;
  stats: Stats;
}

/** Prefix of the query keys of the screen "Now" that the events of a project make stale. */
export function nowKey(project: string): readonly [string, string] {
  return ['now', project];
}

export function nowQuery(project: string) {
  const params = { path: { project_id: project } };
  return queryOptions({
    queryKey: [...nowKey(project), 'glance'],
    queryFn: async ({ signal }): Promise<AtAGlance> => {
      const [now, stats] = await Promise.all([
        readBody(api.GET('/external/v1/projects/{project_id}/now', { params, signal })),
        readBody(api.GET('/external/v1/projects/{project_id}/stats', { params, signal })),
      ]);
      return { now, stats };
    },
    // No event reports that a run has become slow.
    refetchOnWindowFocus: 'always',
  });
}

/** Newest top-level runs, newest first. */
export function lastRunsQuery(project: string) {
  return queryOptions({
    queryKey: [...nowKey(project), 'last-runs'],
    queryFn: ({ signal }): Promise<Task[]> =>
      readBody(
        api.GET('/external/v1/projects/{project_id}/tasks', {
          params: {
            path: { project_id: project },
            query: { limit: LAST_RUNS, fields: 'all', roots: true },
          },
          signal,
        }),
      ),
  });
}
