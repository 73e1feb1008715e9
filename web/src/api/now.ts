import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import type { Now, Stats, Task } from './types.js';

/** Runs that are shown where nothing needs attention. */
const LAST_RUNS = 5;

/** Asks for the state of a project, with the figures of the last day. */
export interface AtAGlance {
  now: Now;
  stats: Stats;
}

/** Key of all that the events of a project make stale on the screen Now. */
export function nowKey(project: string): readonly [string, string] {
  return ['now', project];
}

export function nowQuery(project: string) {
  const params = { path: { project_id: project } };
  return queryOptions({
    queryKey: [...nowKey(project), 'glance'],
    queryFn: async ({ signal }): Promise<AtAGlance> => {
      const [now, stats] = await Promise.all([
        bodyOf(api.GET('/external/v1/projects/{project_id}/now', { params, signal })),
        bodyOf(api.GET('/external/v1/projects/{project_id}/stats', { params, signal })),
      ]);
      return { now, stats };
    },
    // A run becomes slow without an event.
    refetchOnWindowFocus: 'always',
  });
}

/** The last runs of the top level, newest first. */
export function lastRunsQuery(project: string) {
  return queryOptions({
    queryKey: [...nowKey(project), 'last-runs'],
    queryFn: ({ signal }): Promise<Task[]> =>
      bodyOf(
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
