import type { Database } from '../../../platform/database/database.js';
import { addSlot, holdSlots } from './take-slot.js';
import type { TaskEntity } from '../state/task.entity.js';

/** Maximum number of rows per statement. */
const BATCH = 1_000;
/**
 * Time after which an unused slot is deleted, in ms: keys contain values of params, of which there may be any number.
 */
const UNUSED_MS = 24 * 60 * 60 * 1_000;

interface Held {
  slot_key: string;
  n: number;
  project_id: string;
  task_id: string;
  fence: number;
}

interface Without {
  id: string;
  project_id: string;
  slot_key: string;
}

/**
 * Frees the slots whose task does not run with the stored fence, gives a slot to each running task without one, and
 * deletes unused slots. Such differences arise when a server of an earlier release uses the same database.
 */
export async function correctSlots(database: Database): Promise<void> {
  const stale = await database.query<Held>(
    `SELECT slot_key, n, project_id, task_id, fence FROM concurrency_slots slot WHERE task_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM tasks WHERE id = slot.task_id AND status = 'running' AND fence = slot.fence) LIMIT ${BATCH}`,
  );
  for (const { slot_key: key, n, project_id: projectId, task_id: taskId, fence } of stale)
    await database.execute(
      `UPDATE concurrency_slots SET task_id = NULL, fence = NULL, used_at = ${database.now}
       WHERE slot_key = ? AND n = ? AND project_id = ? AND task_id = ? AND fence = ?`,
      [key, n, projectId, taskId, fence],
    );
  const without = await database.query<Without>(
    `SELECT id, project_id, slot_key FROM tasks WHERE status = 'running' AND slot_key IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM concurrency_slots WHERE task_id = tasks.id) LIMIT ${BATCH}`,
  );
  for (const task of without) await addSlotFor(database, task);
  await database.execute(
    `DELETE FROM concurrency_slots WHERE task_id IS NULL AND used_at < ${database.now} - ${UNUSED_MS}`,
  );
}

/** Adds a slot for a running task unless it has one by now. */
function addSlotFor(
  database: Database,
  { id, project_id: projectId, slot_key: slotKey }: Without,
): Promise<void> {
  return database.write(async (transaction) => {
    // The key is locked first, as in a claim.
    await transaction.lock(slotKey);
    const [task] = await transaction.query<TaskEntity>(
      `SELECT * FROM tasks WHERE id = ? AND project_id = ? AND status = 'running'
         AND NOT EXISTS (SELECT 1 FROM concurrency_slots WHERE task_id = tasks.id)
       ${database.kind === 'postgres' ? 'FOR UPDATE' : ''}`,
      [id, projectId],
    );
    if (task === undefined) return;
    const n = await addSlot(database, transaction, { taskId: id, slotKey });
    if (n !== null) await holdSlots(database, transaction, [task], new Map([[id, n]]));
  });
}
