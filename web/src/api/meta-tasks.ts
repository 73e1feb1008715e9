import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { ifMatch, versionTag } from './conditions.js';
import { pagesQuery } from './pages.js';
import type { ChangedMetaTask, ListedMetaTask, ListedVersion, MetaTask, Task } from './types.js';

/** Page size of the list of meta-tasks and of a list of versions. */
const PAGE = 50;
/** Numeric settings of a meta-task. */
export const LIMIT_NAMES = [
  ...(['timeout_seconds', 'total_timeout_seconds', 'memory_mb', 'cpu_seconds'] as const),
  ...(['max_tokens', 'max_cost_usd', 'max_attempts', 'retry_delay_seconds'] as const),
  ...(['retry_factor', 'retry_max_delay_seconds', 'retry_jitter'] as const),
  ...(['priority', 'concurrency_limit'] as const),
] satisfies readonly (keyof MetaTask)[];
export type LimitName = (typeof LIMIT_NAMES)[number];

const PATH = '/projects/{project_id}/task-types/{task_type}' as const;

/** Meta-tasks of a project with their last runs, newest first. `q` is a part of the name or the identifier. */
export function metaTasksQuery(project: string, archived: boolean, q?: string) {
  const filter = { archived: archived ? 'true' : 'false', ...(q !== undefined && { q }) } as const;
  return pagesQuery<ListedMetaTask>(['meta-tasks', project, { archived, q }], (place, signal) =>
    api.GET('/projects/{project_id}/task-types/', {
      params: {
        path: { project_id: project },
        query: { limit: PAGE, with: 'activity', ...place, ...filter },
      },
      signal,
    }),
  );
}

/** The current state of a meta-task, or one of its versions. */
export function metaTaskQuery(project: string, identifier: string, version?: number) {
  const path = { project_id: project, task_type: identifier };
  return queryOptions({
    queryKey: ['meta-task', project, identifier, version ?? 'current'],
    queryFn: ({ signal }): Promise<MetaTask> =>
      version === undefined
        ? readBody(api.GET(PATH, { params: { path }, signal }))
        : readBody(
            api.GET(`${PATH}/versions/{version}`, {
              params: { path: { ...path, version: String(version) } },
              signal,
            }),
          ),
    ...(version !== undefined && { staleTime: Infinity }),
  });
}

/** Versions of a meta-task with all fields, newest first. */
export function versionsQuery(project: string, identifier: string) {
  const path = { project_id: project, task_type: identifier };
  const key = ['meta-task', project, identifier, 'versions'];
  return pagesQuery<ListedVersion>(key, (place, signal) =>
    api.GET(`${PATH}/versions`, {
      params: { path, query: { limit: PAGE, fields: 'all', ...place } },
      signal,
    }),
  );
}

/** Newest runs of a meta-task. */
export function runsOfMetaTaskQuery(project: string, identifier: string) {
  return queryOptions({
    queryKey: ['runs of meta-task', project, identifier],
    queryFn: ({ signal }): Promise<Task[]> =>
      readBody(
        api.GET('/external/v1/projects/{project_id}/tasks', {
          params: {
            path: { project_id: project },
            query: { task_type: identifier, limit: PAGE },
          },
          signal,
        }),
      ),
  });
}

/** Run limits of the installation: the defaults of meta-tasks that set none, and the maximum values. */
export function runLimitsQuery(project: string) {
  return queryOptions({
    queryKey: ['run limits', project],
    queryFn: ({ signal }) =>
      readBody(
        api.GET('/projects/{project_id}/run-limits', {
          params: { path: { project_id: project } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}

/** Archives a meta-task, which then accepts no more runs, or restores it. */
export function setArchived(
  project: string,
  base: MetaTask,
  archived: boolean,
): Promise<ChangedMetaTask> {
  const options = {
    params: { path: { project_id: project, task_type: base.identifier } },
    ...ifMatch(versionTag(base)),
  };
  return readBody(
    archived ? api.POST(`${PATH}/archive`, options) : api.POST(`${PATH}/restore`, options),
  );
}

/** Creates a new version of a meta-task with changed settings, provided that `base` is still its current state. */
export function changeMetaTask(
  project: string,
  base: MetaTask,
  body: { [Name in LimitName]?: number | null } & { docker_image_id?: string },
): Promise<ChangedMetaTask> {
  return readBody(
    api.PATCH(PATH, {
      params: { path: { project_id: project, task_type: base.identifier } },
      body,
      ...ifMatch(versionTag(base)),
    }),
  );
}

/** Makes an earlier version of a meta-task current again. */
export function restoreVersion(
  project: string,
  base: ListedVersion,
  version: number,
): Promise<ChangedMetaTask> {
  return readBody(
    api.POST(`${PATH}/versions/{version}/restore`, {
      params: {
        path: { project_id: project, task_type: base.identifier, version: String(version) },
      },
      ...ifMatch(versionTag(base)),
    }),
  );
}
