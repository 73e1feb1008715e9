import type { Database } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';
import type { RunKey } from '../runs/run-key.js';

/** Maximum number of runs per call. */
export const LOST_AT_ONCE = 100;

type KeyRow = Pick<TaskEntity, 'id' | 'project_id' | 'attempt' | 'fence'>;

/** A task that a worker holds, according to its row. */
export interface HeldRun extends RunKey {
  cancelRequested: boolean;
}

/**
 * Returns at most {@link LOST_AT_ONCE} runs of dead workers. A server of an earlier release has no worker row: its runs
 * have leases of their own, which count unless this server is alone.
 */
export async function lost(database: Database, alone: boolean): Promise<RunKey[]> {
  const rows = await database.query<KeyRow>(
    `SELECT id, project_id, attempt, fence FROM tasks WHERE status = 'running'
     ${alone ? '' : `AND (lease_until IS NULL OR lease_until < ${database.now})`}
       AND NOT EXISTS (SELECT 1 FROM workers WHERE workers.id = tasks.worker_id AND workers.gone = FALSE)
     LIMIT ${LOST_AT_ONCE}`,
  );
  return rows.map(toRunKey);
}

/** Returns the runs that a worker holds, according to their rows. */
export async function heldBy(database: Database, workerId: string): Promise<HeldRun[]> {
  const rows = await database.query<KeyRow & { cancel_requested_at: number | null }>(
    `SELECT id, project_id, attempt, fence, cancel_requested_at FROM tasks
     WHERE status = 'running' AND worker_id = ?`,
    [workerId],
  );
  return rows.map((row) => ({
    ...toRunKey(row),
    cancelRequested: row.cancel_requested_at !== null,
  }));
}

function toRunKey({ id, project_id: projectId, attempt, fence }: KeyRow): RunKey {
  return { taskId: id, projectId, attempt, fence };
}
