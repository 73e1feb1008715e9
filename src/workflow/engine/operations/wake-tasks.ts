import type { Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';
import { taskWakes } from '../state/messages.js';
import type { Transitions } from '../state/transitions.js';

/** Maximum number of tasks resumed in one transaction. */
const BATCH = 200;

const WAKES = (now: string): string =>
  `UPDATE tasks SET status = 'pending', woken = 1, run_at = ${now}, wake_at = NULL`;

/** Resumes a waiting task; returns null if it does not wait. */
export async function wakeNow(
  transitions: Transitions,
  transaction: Transaction,
  taskId: string,
): Promise<TaskEntity | null> {
  const [row] = await transaction.query<TaskEntity>(
    `${WAKES(transitions.database.now)} WHERE id = ? AND status = 'waiting' RETURNING *`,
    [taskId],
  );
  if (row === undefined) return null;
  transitions.status(transaction, row);
  transitions.due(transaction, row);
  return row;
}

/** Longest delay before a task with a part of its awaited results is resumed, in ms. */
const MAX_LATER_MS = 60_000;
const MIN_LATER_MS = 1_000;

/**
 * Delays the resumption of a task that still waits for other tasks by as long as it has waited for this one, so that a
 * fan-out is replayed a few times rather than once per child. Changes nothing if the task is due sooner.
 */
export async function wakeLater(
  transitions: Transitions,
  transaction: Transaction,
  task: Pick<TaskEntity, 'id' | 'wake_at'>,
  step: { started_at: number },
): Promise<void> {
  const waited = Date.now() - step.started_at;
  const ms = Math.round(Math.min(MAX_LATER_MS, Math.max(MIN_LATER_MS, waited)));
  const at = `${transitions.database.now} + ${ms}`;
  const [later] = await transaction.query(
    `UPDATE tasks SET wake_at = ${at}
     WHERE id = ? AND status = 'waiting' AND (wake_at IS NULL OR wake_at > ${at}) RETURNING id`,
    [task.id],
  );
  if (later !== undefined) transitions.publish(transaction, taskWakes, { taskId: task.id, ms });
}

/** Resumes a batch of tasks whose time has come. Returns whether there may be more. */
export function wakeDue(transitions: Transitions): Promise<boolean> {
  const { database } = transitions;
  return database.write(async (transaction) => {
    const woken = await transaction.query<TaskEntity>(
      `${WAKES(database.now)} WHERE status = 'waiting' AND id IN (
         SELECT id FROM tasks WHERE status = 'waiting' AND wake_at <= ${database.now}
         ORDER BY wake_at LIMIT ${BATCH}) RETURNING *`,
    );
    for (const row of woken) {
      transitions.status(transaction, row);
      transitions.due(transaction, row);
    }
    return woken.length === BATCH;
  });
}
