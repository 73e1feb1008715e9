import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.js';
import { cursorOf } from './cursors.js';
import type { Task, TaskStatus } from './types.js';

/** The part of the list that is wanted; it is in the address of the page. */
export interface RunsFilter {
  status?: TaskStatus;
  type?: string;
  q?: string;
}

export interface RunsPage {
  tasks: Task[];
  /** Leads to the next page; null on the last. */
  next: string | null;
}
export type Runs = InfiniteData<RunsPage, string | null>;

const PAGE = 50;

export async function readRuns(
  project: string,
  { status, type, q }: RunsFilter,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<RunsPage> {
  const query = {
    limit: PAGE,
    ...(status !== undefined && { status }),
    ...(type !== undefined && { task_type: type }),
    ...(q !== undefined && { q }),
    ...(cursor !== null && { cursor }),
  };
  const { body, response } = await answerOf(
    api.GET('/external/v1/projects/{project_id}/tasks', {
      params: { path: { project_id: project }, query },
      ...(signal && { signal }),
    }),
  );
  return { tasks: body, next: cursorOf(response.headers.get('link')) };
}

export function runsQuery(project: string, filter: RunsFilter) {
  return infiniteQueryOptions({
    queryKey: ['runs', project, filter],
    queryFn: ({ pageParam, signal }) => readRuns(project, filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: RunsPage) => page.next,
    // The stream of events keeps it up to date.
    staleTime: Infinity,
  });
}
