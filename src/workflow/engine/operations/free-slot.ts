import type { Database, Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';

/** Frees the concurrency slot that a task holds, if any. */
export async function freeSlot(
  database: Database,
  transaction: Transaction,
  { id, project_id: projectId }: Pick<TaskEntity, 'id' | 'project_id'>,
): Promise<void> {
  await transaction.query(
    `UPDATE concurrency_slots SET task_id = NULL, fence = NULL, used_at = ${database.now}
     WHERE task_id = ? AND project_id = ?`,
    [id, projectId],
  );
}
