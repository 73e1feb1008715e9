import type { Database, Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';

/** Closes the waiting steps of a task that has ended. Returns whether it waited for tasks. */
export async function closeSteps(
  database: Database,
  transaction: Transaction,
  row: TaskEntity,
): Promise<boolean> {
  if (row.step_count === 0) return false;
  const closed = await transaction.query<{ kind: string }>(
    `UPDATE task_steps SET status = 'cancelled', wake_at = NULL, finished_at = ${database.now}
     WHERE task_id = ? AND project_id = ? AND status = 'waiting' RETURNING kind`,
    [row.id, row.project_id],
  );
  await transaction.query(
    `UPDATE task_steps SET status = 'cancelled', finished_at = ${database.now}
     WHERE task_id = ? AND project_id = ? AND status = 'running'`,
    [row.id, row.project_id],
  );
  if (closed.some(({ kind }) => kind === 'approval'))
    await transaction.query(
      `UPDATE approvals SET decided_at = ${database.now},
         status = CASE WHEN expires_at <= ${database.now} THEN 'expired' ELSE 'cancelled' END
       WHERE task_id = ? AND project_id = ? AND status = 'pending'`,
      [row.id, row.project_id],
    );
  return closed.some(({ kind }) => kind === 'task');
}

/**
 * Marks the running steps of a task as interrupted, since its run has ended and the task has not. A step that was tried
 * before waits for its next call.
 */
export async function interruptSteps(
  database: Database,
  transaction: Transaction,
  row: TaskEntity,
): Promise<void> {
  if (row.step_count === 0) return;
  await transaction.query(
    `UPDATE task_steps SET status = CASE WHEN attempts > 1 THEN 'waiting' ELSE 'cancelled' END,
       attempts = CASE WHEN attempts > 1 THEN attempts - 1 ELSE attempts END,
       wake_at = CASE WHEN attempts > 1 THEN ${database.now} END,
       finished_at = CASE WHEN attempts > 1 THEN NULL ELSE ${database.now} END
     WHERE task_id = ? AND project_id = ? AND status = 'running'`,
    [row.id, row.project_id],
  );
}
