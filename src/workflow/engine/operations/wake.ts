import type { Database, Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';
import { taskWakes } from '../state/messages.js';
import type { Transitions } from '../state/transitions.js';

/** Tasks that are resumed in one transaction. */
const BATCH = 200;

const WAKES = (now: string): string =>
  `UPDATE tasks SET status = 'pending', woken = 1, run_at = ${now}, wake_at = NULL`;

/** Lets a waiting task go on; null when it does not wait. */
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

/** A task of which a part of what it waits for is there goes on then at the latest, ms. */
const MAX_LATER_MS = 60_000;
const MIN_LATER_MS = 1_000;

/**
 * Lets a task go on later that still waits for other tasks: after as long again as it has waited for this one, so that
 * a fan-out is replayed a few times, not once for each child. Changes nothing where it goes on sooner anyway.
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

/** Lets the tasks go on whose time has come, some at a time. Returns whether there may be more of them. */
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

/** Time until the next waiting task is due, ms; 0 when one is, null when none ever will be by itself. */
export async function nextWake(database: Database): Promise<number | null> {
  const [row] = await database.query<{ left: number | null }>(
    `SELECT MIN(wake_at) - ${database.now} AS "left" FROM tasks WHERE status = 'waiting' AND wake_at IS NOT NULL`,
  );
  return row?.left == null ? null : Math.max(0, row.left);
}
