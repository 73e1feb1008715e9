import type { Approval, MetarunClient, Query, TaskStep } from '@metarun/client';
import { readPages } from './api/all-pages.js';

const APPROVALS = '/external/v1/projects/{project_id}/approvals';
const STEPS = '/external/v1/projects/{project_id}/tasks/{task_id}/steps';

/** Returns the first recorded steps of a task, up to a limit. */
export async function readSteps(
  client: MetarunClient,
  task: string,
  most = Infinity,
): Promise<TaskStep[]> {
  const path = { project_id: client.project, task_id: task };
  const { items } = await readPages(
    (query) => client.api.GET(STEPS, { params: { path, query } }),
    most,
  );
  return items;
}

/** Returns the newest matching approvals, up to a limit. */
export function readApprovals(
  client: MetarunClient,
  filter: Query<typeof APPROVALS>,
  most = Infinity,
): Promise<{ items: Approval[]; more: boolean }> {
  const path = { project_id: client.project };
  return readPages(
    (page) => client.api.GET(APPROVALS, { params: { path, query: { ...page, ...filter } } }),
    most,
  );
}
