import type { Database } from '../../database/database.js';
import type { TaskEntity } from '../../database/entities/task.entity.js';
import type { TaskHint } from '../dispatcher.js';
import type { RunKey } from '../run-key.js';

/** Pending tasks that may run now, in the order in which they should. */
export async function due(database: Database, limit: number): Promise<TaskHint[]> {
  const rows = await database.query<Pick<TaskEntity, 'id' | 'priority'>>(
    `SELECT id, priority FROM tasks WHERE status = 'pending' AND run_at <= ${database.now}
     ORDER BY priority DESC, run_at, id LIMIT ?`,
    [limit],
  );
  return rows.map((row) => ({ taskId: row.id, priority: row.priority }));
}

/** Runs whose worker is gone: their lease has passed, or, where no other server can exist, they are not this worker's. */
export async function lost(
  database: Database,
  exclusive: boolean,
  workerId: string,
): Promise<RunKey[]> {
  const [condition, values] = exclusive
    ? [`(worker_id <> ? OR lease_until < ${database.now})`, [workerId]]
    : [`lease_until < ${database.now}`, []];
  const rows = await database.query<Pick<TaskEntity, 'id' | 'project_id' | 'attempt' | 'fence'>>(
    `SELECT id, project_id, attempt, fence FROM tasks WHERE status = 'running' AND ${condition}`,
    values,
  );
  return rows.map((row) => ({
    taskId: row.id,
    projectId: row.project_id,
    attempt: row.attempt,
    fence: row.fence,
  }));
}
