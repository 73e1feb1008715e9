import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import { ifMatch, versionTag } from './conditions.js';
import { pagesQuery } from './pages.js';
import type { ChangedMetaTask, ListedMetaTask, ListedVersion, MetaTask, Task } from './types.js';

/** Meta-tasks of a page of the list, and versions of one. */
const PAGE = 50;
/** The settings of a meta-task that are numbers. */
export const LIMIT_NAMES = [
  ...(['timeout_seconds', 'total_timeout_seconds', 'memory_mb', 'cpu_seconds'] as const),
  ...(['max_tokens', 'max_cost_usd', 'max_attempts', 'retry_delay_seconds'] as const),
  ...(['retry_factor', 'retry_max_delay_seconds', 'retry_jitter'] as const),
  ...(['priority', 'concurrency_limit'] as const),
] satisfies readonly (keyof MetaTask)[];
export type LimitName = (typeof LIMIT_NAMES)[number];

const PATH = '/projects/{project_id}/task-types/{task_type}' as const;

/** The meta-tasks of a project with their last runs, newest first. `q`: a part of the name or of the identifier. */
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

/** A meta-task as it is now, or one of its versions. */
export function metaTaskQuery(project: string, identifier: string, version?: number) {
  const path = { project_id: project, task_type: identifier };
  return queryOptions({
    queryKey: ['meta-task', project, identifier, version ?? 'current'],
    queryFn: ({ signal }): Promise<MetaTask> =>
      version === undefined
        ? bodyOf(api.GET(PATH, { params: { path }, signal }))
        : bodyOf(
            api.GET(`${PATH}/versions/{version}`, {
              params: { path: { ...path, version: String(version) } },
              signal,
            }),
          ),
    // A version never changes.
    ...(version !== undefined && { staleTime: Infinity }),
  });
}

/** The versions of a meta-task with all of each, newest first. */
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

/** The newest runs of a meta-task. */
export function runsOfMetaTaskQuery(project: string, identifier: string) {
  return queryOptions({
    queryKey: ['runs of meta-task', project, identifier],
    queryFn: ({ signal }): Promise<Task[]> =>
      bodyOf(
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

/** The limits of the installation on a run: what counts where a meta-task names none, and the most that one may name. */
export function runLimitsQuery(project: string) {
  return queryOptions({
    queryKey: ['run limits', project],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/projects/{project_id}/run-limits', {
          params: { path: { project_id: project } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}

/** Archives a meta-task, which takes no runs then, or brings it back. */
export function setArchived(
  project: string,
  base: MetaTask,
  archived: boolean,
): Promise<ChangedMetaTask> {
  const options = {
    params: { path: { project_id: project, task_type: base.identifier } },
    ...ifMatch(versionTag(base)),
  };
  return bodyOf(
    archived ? api.POST(`${PATH}/archive`, options) : api.POST(`${PATH}/restore`, options),
  );
}

/** Changes settings of a meta-task as it was in `base`: a new version. */
export function changeMetaTask(
  project: string,
  base: MetaTask,
  body: { [Name in LimitName]?: number | null } & { docker_image_id?: string },
): Promise<ChangedMetaTask> {
  return bodyOf(
    api.PATCH(PATH, {
      params: { path: { project_id: project, task_type: base.identifier } },
      body,
      ...ifMatch(versionTag(base)),
    }),
  );
}

/** Makes an earlier version the current one again. */
export function restoreVersion(
  project: string,
  base: ListedVersion,
  version: number,
): Promise<ChangedMetaTask> {
  return bodyOf(
    api.POST(`${PATH}/versions/{version}/restore`, {
      params: {
        path: { project_id: project, task_type: base.identifier, version: String(version) },
      },
      ...ifMatch(versionTag(base)),
    }),
  );
}
