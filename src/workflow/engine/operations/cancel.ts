import type { SqlValue, Transaction } from '../../../platform/database/database.js';
import { type Actor, actorValues } from '../state/actor.js';
import type { TaskEntity } from '../state/task.entity.js';
import { cancelRequested } from '../state/messages.js';
import type { Transitions } from '../state/transitions.js';
import { endTaskItself, notifyParents } from './end-task.js';

const PENDING = 'The task was cancelled before it ran.';
const WAITING = 'The task was cancelled while it waited.';
const CANCELLED = `CASE WHEN status = 'waiting' THEN '${WAITING}' ELSE '${PENDING}' END`;
const CANCELLED_CHILD = 'The task was cancelled, since the task that it was a part of has ended.';

/**
 * Cancels a task: one that is pending or waiting ends as `cancelled`, and a running one is marked. Returns null, with
 * nothing written, if it has ended already.
 */
export async function cancel(
  transitions: Transitions,
  { projectId, taskId, by }: { projectId: string; taskId: string; by: Actor | null },
): Promise<TaskEntity | null> {
  const [row] = await transitions.database.write((transaction) =>
    cancelWhere(transitions, transaction, ['id = ? AND project_id = ?', taskId, projectId], { by }),
  );
  return row ?? null;
}

/**
 * Cancels tasks whose parents no longer wait for them, in one transaction. The tasks are locked in the order of their
 * ids, as in every such transaction, and the rows of their parents last.
 */
export function cancelOrphans(
  transitions: Transitions,
  projectId: string,
  taskIds: readonly string[],
): Promise<void> {
  return transitions.database.write(async (transaction) => {
    const rows: TaskEntity[] = [];
    for (const id of taskIds.toSorted())
      rows.push(
        ...(await cancelThem(
          transitions,
          transaction,
          ['id = ? AND project_id = ? AND cancel_requested_at IS NULL', id, projectId],
          `'${CANCELLED_CHILD}'`,
          null,
        )),
      );
    await notifyParents(transitions, transaction, rows);
  });
}

/**
 * Cancels the unfinished tasks that `condition` selects, and returns them: a running task is only marked, all others
 * end. `message` is SQL; `by` is the actor of the request. One statement does both, since a task could change its state
 * between two.
 */
export async function cancelWhere(
  transitions: Transitions,
  transaction: Transaction,
  [condition, ...values]: [string, ...SqlValue[]],
  { message = CANCELLED, by = null }: { message?: string; by?: Actor | null } = {},
): Promise<TaskEntity[]> {
  const rows = await cancelThem(transitions, transaction, [condition, ...values], message, by);
  await notifyParents(transitions, transaction, rows);
  return rows;
}

/** Does what {@link cancelWhere} does, except for notifying the parents. */
async function cancelThem(
  transitions: Transitions,
  transaction: Transaction,
  [condition, ...values]: [string, ...SqlValue[]],
  message: string,
  by: Actor | null,
): Promise<TaskEntity[]> {
  const rows = await transaction.query<TaskEntity>(
    `UPDATE tasks SET ${cancelling(transitions.database.now, message)}
     WHERE ${condition} AND status IN ('pending', 'waiting', 'running') RETURNING *`,
    [...actorValues(by), ...values],
  );
  for (const row of rows) await cancelled(transitions, transaction, row);
  return rows;
}

async function cancelled(
  transitions: Transitions,
  transaction: Transaction,
  row: TaskEntity,
): Promise<void> {
  if (row.status === 'running') {
    transitions.send(transaction, row, cancelRequested, { taskId: row.id });
    return;
  }
  transitions.status(transaction, row);
  await transitions.released(transaction, row);
  await endTaskItself(transitions, transaction, row);
}

function cancelling(now: string, message: string): string {
  const ends = (value: string, column: string): string =>
    `${column} = CASE WHEN status = 'running' THEN ${column} ELSE ${value} END`;
  // The first request counts.
  const first = (column: string): string =>
    `${column} = CASE WHEN cancel_requested_at IS NULL THEN ? ELSE ${column} END`;
  return `${first('cancelled_by')}, ${first('cancelled_by_name')},
    cancel_requested_at = COALESCE(cancel_requested_at, ${now}),
    ${ends("'cancelled'", 'status')}, ${ends("'cancelled'", 'error_code')},
    ${ends(message, 'error_message')},
    ${ends('NULL', 'error_stack')}, ${ends(now, 'finished_at')}`;
}
