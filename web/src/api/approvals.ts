import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { Approval } from './types.js';

/** Maximum number of approvals in a list. */
export const MOST_APPROVALS = 200;

export type ApprovalsView = 'waiting' | 'decided';

/** Query key of the approvals of a project, which the event stream keeps up to date. */
export function approvalsKey(project: string): readonly [string, string] {
  return ['approvals', project];
}

/** Approvals without their large fields. The decided ones are picked from the newest approvals only. */
export function approvalsQuery(project: string, view: ApprovalsView) {
  return queryOptions({
    queryKey: [...approvalsKey(project), view],
    queryFn: async ({ signal }) => {
      const found = await readApprovals(
        project,
        view === 'waiting' ? 'pending' : undefined,
        signal,
      );
      return view === 'waiting' ? found : found.filter(({ status }) => status !== 'pending');
    },
    staleTime: Infinity,
  });
}

function readApprovals(
  project: string,
  status: 'pending' | undefined,
  signal: AbortSignal,
): Promise<Approval[]> {
  return readBody(
    api.GET('/external/v1/projects/{project_id}/approvals', {
      params: {
        path: { project_id: project },
        query: { limit: MOST_APPROVALS, fields: 'basic', ...(status && { status }) },
      },
      signal,
    }),
  );
}

/** One approval with all fields. */
export function approvalQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['approval', project, id],
    queryFn: ({ signal }): Promise<Approval> => readApproval(project, id, signal),
    staleTime: Infinity,
  });
}

export function readApproval(project: string, id: string, signal?: AbortSignal): Promise<Approval> {
  return readBody(
    api.GET('/external/v1/projects/{project_id}/approvals/{approval_id}', {
      params: { path: { project_id: project, approval_id: id } },
      ...(signal && { signal }),
    }),
  );
}

/** Params of the run that requests an approval. */
export function paramsQuery(project: string, task: string) {
  return queryOptions({
    queryKey: ['params', project, task],
    queryFn: async ({ signal }): Promise<unknown> => {
      const run = await readBody(
        api.GET('/external/v1/projects/{project_id}/tasks/{task_id}', {
          params: { path: { project_id: project, task_id: task } },
          signal,
        }),
      );
      return run.params;
    },
    staleTime: Infinity,
  });
}

export interface Answer {
  decision: 'approve' | 'reject';
  comment: string | null;
  /** Values of the form; undefined if the approval has no form. */
  payload?: unknown;
  /** Hash of the content that the user saw. */
  hash: string;
}

/** Decides an approval. The server refuses the decision if the content no longer matches the hash. */
export function decide(project: string, id: string, answer: Answer): Promise<Approval> {
  return readBody(
    api.POST('/external/v1/projects/{project_id}/approvals/{approval_id}', {
      params: { path: { project_id: project, approval_id: id } },
      body: answer as never,
    }),
  );
}
