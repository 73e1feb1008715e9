import { api, readBody } from './client.js';
import { type Issue, isWithin, RequestError } from './request-error.js';
import type { Task } from './types.js';

export interface NewRun {
  task_type_identifier: string;
  params: Record<string, unknown>;
  name?: string;
  /** Start time in ISO 8601. */
  run_at?: string;
  priority?: number;
}

export function createRun(project: string, run: NewRun): Promise<Task> {
  return readBody(
    api.POST('/external/v1/projects/{project_id}/tasks', {
      params: { path: { project_id: project }, header: {} },
      body: run,
    }),
  );
}

export interface Rerun {
  /** Merge patch of the params; undefined leaves them unchanged. */
  params?: Record<string, unknown>;
  version: 'same' | 'current';
  from_step?: string;
}

/** Creates a new run from an existing one. */
export function rerun(project: string, task: string, how: Rerun): Promise<Task> {
  return readBody(
    api.POST('/external/v1/projects/{project_id}/tasks/{task_id}/rerun', {
      params: { path: { project_id: project, task_id: task } },
      body: how,
    }),
  );
}

/** Returns the params of the newest run of a meta-task, or of its newest failed run; null if it has no such run. */
export async function readLastParams(
  project: string,
  identifier: string,
  status?: 'failed',
): Promise<Record<string, unknown> | null> {
  const [last] = await readBody(
    api.GET('/external/v1/projects/{project_id}/tasks', {
      params: {
        path: { project_id: project },
        query: { task_type: identifier, limit: 1, ...(status && { status }) },
      },
    }),
  );
  if (last === undefined) return null;
  const { params } = await readBody(
    api.GET('/external/v1/projects/{project_id}/tasks/{task_id}', {
      params: { path: { project_id: project, task_id: last.id } },
    }),
  );
  return params;
}

const PARAMS = '/params';

/** Splits an error into the issues with the params, whose pointers lead into the params, and everything else. */
export function splitIssues(error: RequestError | null): {
  params: readonly Issue[];
  others: RequestError | null;
} {
  if (error === null) return { params: [], others: null };
  const isOfParams = (issue: Issue): boolean => isWithin(issue, PARAMS);
  const params = error.issues
    .filter(isOfParams)
    .map(({ pointer, message }) => ({ pointer: pointer.slice(PARAMS.length), message }));
  const others = error.issues.filter((issue) => !isOfParams(issue));
  return { params, others: params.length > 0 && others.length === 0 ? null : error };
}
