import { queryOptions } from '@tanstack/react-query';
import { allPages, type Whole } from './cursors.js';
import { api, readBody } from './client.js';
import type { Attempt, Json, Run, Step, Task, TaskFile, Tree } from './types.js';

/** Maximum number of pages per list: 1,000 attempts, 20,000 steps and 2,000 files. */
const ATTEMPT_PAGES = 5;
const STEP_PAGES = 20;
const STEPS = 1_000;
const FILE_PAGES = 10;

/** Prefix of all query keys for a run. */
export function runKey(project: string, task: string): [string, string, string] {
  return ['run', project, task];
}

const path = (project: string, task: string) => ({
  path: { project_id: project, task_id: task },
});

// The event stream reports changes to any of these.
const LIVE = { staleTime: Infinity } as const;

export function runQuery(project: string, task: string) {
  return queryOptions({
    queryKey: [...runKey(project, task), 'detail'],
    queryFn: ({ signal }): Promise<Run> =>
      readBody(
        api.GET('/external/v1/projects/{project_id}/tasks/{task_id}', {
          params: path(project, task),
          signal,
        }),
      ),
    ...LIVE,
  });
}

export function attemptsQuery(project: string, task: string) {
  return queryOptions({
    queryKey: [...runKey(project, task), 'attempts'],
    queryFn: ({ signal }): Promise<Whole<Attempt>> =>
      allPages(
        (cursor) =>
          api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/attempts', {
            params: {
              ...path(project, task),
              query: { limit: 200, ...(cursor !== undefined && { cursor: Number(cursor) }) },
            },
            signal,
          }),
        ATTEMPT_PAGES,
      ),
    ...LIVE,
  });
}

export function stepsQuery(project: string, task: string) {
  return queryOptions({
    queryKey: [...runKey(project, task), 'steps'],
    queryFn: ({ signal }) => readSteps(project, task, undefined, signal),
    ...LIVE,
  });
}

/** Reads the steps of a run, optionally those after a position. */
export function readSteps(
  project: string,
  task: string,
  after?: number,
  signal?: AbortSignal,
): Promise<Whole<Step>> {
  return allPages((cursor) => {
    const from = cursor ?? after;
    return api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/steps', {
      params: {
        ...path(project, task),
        query: { limit: STEPS, ...(from !== undefined && { cursor: Number(from) }) },
      },
      ...(signal && { signal }),
    });
  }, STEP_PAGES);
}

export function treeQuery(project: string, task: string) {
  return queryOptions({
    queryKey: [...runKey(project, task), 'tree'],
    queryFn: ({ signal }): Promise<Tree> =>
      readBody(
        api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/tree', {
          params: path(project, task),
          signal,
        }),
      ),
    ...LIVE,
  });
}

/** Files that a run has read, written or deleted. */
export function filesQuery(project: string, task: string) {
  return queryOptions({
    queryKey: [...runKey(project, task), 'files'],
    queryFn: ({ signal }): Promise<Whole<TaskFile>> =>
      allPages(
        (cursor) =>
          api.GET('/external/v1/projects/{project_id}/tasks/{task_id}/files', {
            params: {
              ...path(project, task),
              query: { limit: 200, ...(cursor !== undefined && { cursor }) },
            },
            signal,
          }),
        FILE_PAGES,
      ),
    ...LIVE,
  });
}

/** Returns which of several projects contains a task; null if none of them does. */
export async function projectOfTask(
  projects: readonly string[],
  task: string,
): Promise<string | null> {
  for (const project of projects) {
    // A list omits an unknown id, while a 404 response would appear in the console.
    const [found]: Task[] = await readBody(
      api.GET('/external/v1/projects/{project_id}/tasks', {
        params: { path: { project_id: project }, query: { id: task, limit: 1 } },
      }),
    );
    if (found !== undefined) return project;
  }
  return null;
}

export function cancelRun(project: string, task: string): Promise<Run> {
  return readBody(
    api.POST('/external/v1/projects/{project_id}/tasks/{task_id}/cancel', {
      params: path(project, task),
    }),
  );
}

export function retryRun(project: string, task: string): Promise<Run> {
  return readBody(
    api.POST('/external/v1/projects/{project_id}/tasks/{task_id}/retry', {
      params: path(project, task),
    }),
  );
}

/** Sends an event to a run. Returns whether the script was waiting for it. */
export async function sendEvent(
  project: string,
  task: string,
  name: string,
  payload: Json,
): Promise<boolean> {
  const { delivered } = await readBody(
    api.POST('/external/v1/projects/{project_id}/tasks/{task_id}/events/{name}', {
      params: { path: { project_id: project, task_id: task, name } },
      body: { payload },
    }),
  );
  return delivered;
}
