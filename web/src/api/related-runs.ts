import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { SourceFile, Task, TaskStatus } from './types.js';

/** Filter of the list of tasks, with the parameter names of the API. */
export interface TasksFilter {
  task_type?: string;
  status?: TaskStatus;
  error_code?: string;
  parent_id?: string;
  rerun_of?: string;
  schedule_id?: string;
  id?: string;
}

/** Age up to which data that only accompanies a run is not refetched, in ms. */
export const FRESH_MS = 30_000;

/** Newest `limit` tasks that match a filter; a filter of null matches no tasks. */
export function tasksQuery(project: string, filter: TasksFilter | null, limit: number) {
  return queryOptions({
    queryKey: ['tasks', project, filter, limit],
    queryFn: ({ signal }): Promise<Task[]> =>
      filter === null
        ? Promise.resolve([])
        : readBody(
            api.GET('/external/v1/projects/{project_id}/tasks', {
              params: {
                path: { project_id: project },
                query: { ...filter, limit, fields: 'all' },
              },
              signal,
            }),
          ),
    staleTime: FRESH_MS,
  });
}

/** Source files of a version, which never changes. */
export function sourcesQuery(project: string, identifier: string, version: number) {
  return queryOptions({
    queryKey: ['sources', project, identifier, version],
    queryFn: ({ signal }): Promise<SourceFile[]> =>
      readBody(
        api.GET('/projects/{project_id}/task-types/{task_type}/versions/{version}/sources', {
          params: {
            path: { project_id: project, task_type: identifier, version: String(version) },
          },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}
