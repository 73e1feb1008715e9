import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import { pagesQuery } from './pages.js';
import type { conditionsOf } from './runs-filter.js';
import type { Bulk, BulkDetail, NewBulk } from './types.js';

/** Ids that one operation takes. */
export const MOST_IDS = 1_000;
/** Tasks of one operation. */
export const MOST_TASKS = 10_000;
/** The code of the answer where other tasks match than were expected. */
export const COUNT_CHANGED = 'bulk_count_changed';

/** The conditions that the tasks of an operation hold. */
export type Conditions = ReturnType<typeof conditionsOf>;

const PAGE = 50;

/** Counts the tasks that some conditions match, up to those that an operation may have. */
export function previewQuery(project: string, filter: Conditions) {
  return queryOptions({
    queryKey: ['bulk preview', project, filter],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST('/external/v1/projects/{project_id}/tasks/bulk/preview', {
          params: { path: { project_id: project } },
          // The members that have a default may be left out.
          body: { filter: { ...filter, roots: filter.roots ?? false } },
          signal,
        }),
      ),
    // The number is that of the moment.
    gcTime: 0,
    staleTime: Infinity,
  });
}

export function startBulk(project: string, body: NewBulk): Promise<Bulk> {
  return bodyOf(
    api.POST('/external/v1/projects/{project_id}/tasks/bulk', {
      params: { path: { project_id: project } },
      body,
    }),
  );
}

/** Has an operation do nothing more. */
export function stopBulk(project: string, id: string): Promise<BulkDetail> {
  return bodyOf(
    api.POST('/external/v1/projects/{project_id}/bulk/{bulk_id}/stop', {
      params: { path: { project_id: project, bulk_id: id } },
    }),
  );
}

export function bulkQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['bulk', project, id],
    queryFn: ({ signal }): Promise<BulkDetail> =>
      bodyOf(
        api.GET('/external/v1/projects/{project_id}/bulk/{bulk_id}', {
          params: { path: { project_id: project, bulk_id: id } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}

/** The operations of a project, newest first. */
export function bulksQuery(project: string) {
  return pagesQuery<Bulk>(['bulks', project], (place, signal) =>
    api.GET('/external/v1/projects/{project_id}/bulk', {
      params: { path: { project_id: project }, query: { limit: PAGE, ...place } },
      signal,
    }),
  );
}
