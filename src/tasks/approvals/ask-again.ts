import type { Transaction } from '../../platform/database/database.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';

/**
 * Lets a task that is retried by hand ask again for the approvals that ended it: those after its last successful step
 * that were rejected or have expired. Their rows stay unchanged; the retry creates new ones.
 */
export async function askAgain(transaction: Transaction, row: TaskEntity): Promise<void> {
  if (row.step_count === 0) return;
  await transaction.query(
    `UPDATE task_steps SET status = 'cancelled'
     WHERE task_id = ? AND project_id = ? AND kind = 'approval' AND status = 'failed'
       AND position > COALESCE((SELECT MAX(position) FROM task_steps
         WHERE task_id = ? AND project_id = ? AND status = 'success'), -1)`,
    [row.id, row.project_id, row.id, row.project_id],
  );
}
