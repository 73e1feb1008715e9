import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { readAnswer, api } from './client.js';
import { parseNextCursor } from './cursors.js';
import { toRunsQuery, type RunsFilter } from './runs-filter.js';
import type { Task } from './types.js';

export interface RunsPage {
  tasks: Task[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}
export type Runs = InfiniteData<RunsPage, string | null>;

const PAGE = 50;

/** Reads a page of runs. `limit` is its size, at most 200. */
export async function readRuns(
  project: string,
  filter: RunsFilter,
  cursor: string | null,
  signal?: AbortSignal,
  limit = PAGE,
): Promise<RunsPage> {
  const query = {
    ...toRunsQuery(filter, Date.now()),
    limit,
    fields: 'all' as const,
    ...(cursor !== null && { cursor }),
  };
  const { body, response } = await readAnswer(
    api.GET('/external/v1/projects/{project_id}/tasks', {
      params: { path: { project_id: project }, query },
      ...(signal && { signal }),
    }),
  );
  return { tasks: body, next: parseNextCursor(response.headers.get('link')) };
}

export function runsQuery(project: string, filter: RunsFilter) {
  return infiniteQueryOptions({
    queryKey: ['runs', project, filter],
    queryFn: ({ pageParam, signal }) => readRuns(project, filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: RunsPage) => page.next,
    // The event stream keeps the list up to date.
    staleTime: Infinity,
  });
}
