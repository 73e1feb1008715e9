import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { pagesQuery } from './pages.js';
import type { toFilterConditions } from './runs-filter.js';
import type { Bulk, BulkDetail, NewBulk } from './types.js';

/** Maximum number of ids in one operation. */
export const MAX_IDS = 1_000;
/** Maximum number of tasks in one operation. */
export const MAX_TASKS = 10_000;
/** Error code of the server if the number of matching tasks differs from the expected one. */
export const COUNT_CHANGED = 'bulk_count_changed';

/** Conditions that select the tasks of an operation. */
export type Conditions = ReturnType<typeof toFilterConditions>;

const PAGE = 50;

/** Number of tasks that match the conditions, up to the limit of one operation. */
export function previewQuery(project: string, filter: Conditions) {
  return queryOptions({
    queryKey: ['bulk preview', project, filter],
    queryFn: ({ signal }) =>
      readBody(
        api.POST('/external/v1/projects/{project_id}/tasks/bulk/preview', {
          params: { path: { project_id: project } },
          body: { filter: { ...filter, roots: filter.roots ?? false } },
          signal,
        }),
      ),
    // The count is valid only for a moment and must not be reused.
    gcTime: 0,
    staleTime: Infinity,
  });
}

export function startBulk(project: string, body: NewBulk): Promise<Bulk> {
  return readBody(
    api.POST('/external/v1/projects/{project_id}/tasks/bulk', {
      params: { path: { project_id: project } },
      body,
    }),
  );
}

export function stopBulk(project: string, id: string): Promise<BulkDetail> {
  return readBody(
    api.POST('/external/v1/projects/{project_id}/bulk/{bulk_id}/stop', {
      params: { path: { project_id: project, bulk_id: id } },
    }),
  );
}

export function bulkQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['bulk', project, id],
    queryFn: ({ signal }): Promise<BulkDetail> =>
      readBody(
        api.GET('/external/v1/projects/{project_id}/bulk/{bulk_id}', {
          params: { path: { project_id: project, bulk_id: id } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}

/** Bulk operations of a project, newest first. */
export function bulksQuery(project: string) {
  return pagesQuery<Bulk>(['bulks', project], (place, signal) =>
    api.GET('/external/v1/projects/{project_id}/bulk', {
      params: { path: { project_id: project }, query: { limit: PAGE, ...place } },
      signal,
    }),
  );
}
