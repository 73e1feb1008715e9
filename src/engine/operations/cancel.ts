import type { Database, SqlValue, Transaction } from '../../database/database.js';
import type { EventLog } from '../../events/event-log.js';
import type { NewTaskEvent } from '../../events/task-event.js';
import { statusEvent } from '../status-event.js';
import { cancelling } from './cancelling.js';
import { endTask, type LeftTask } from './end-task.js';

const CANCELLED_CHILD = 'The task was cancelled, since the task that it was a part of has ended.';

/**
 * Ends a task that does not run yet, or waits, as `cancelled`; a running one is asked to. Null, with nothing written,
 * when it has ended already.
 */
export function cancel(
  database: Database,
  events: EventLog,
  { projectId, taskId }: { projectId: string; taskId: string },
): Promise<LeftTask | null> {
  return database.write(async (transaction) => {
    const cancelled = await cancelRow(database, transaction, cancelling(database.now), [
      'id = ? AND project_id = ?',
      taskId,
      projectId,
    ]);
    if (cancelled === null) return null;
    await events.append(transaction, projectId, cancelled.events);
    return cancelled.row;
  });
}

/**
 * Cancels tasks whose parents wait for them no longer, all in one transaction: in the order of their ids, as whoever
 * else does this. Gives those that had not ended.
 */
export function cancelOrphans(
  database: Database,
  events: EventLog,
  projectId: string,
  taskIds: readonly string[],
): Promise<LeftTask[]> {
  return database.write(async (transaction) => {
    const rows: LeftTask[] = [];
    const told: NewTaskEvent[] = [];
    for (const id of taskIds.toSorted()) {
      const cancelled = await cancelRow(
        database,
        transaction,
        cancelling(database.now, `'${CANCELLED_CHILD}'`),
        ['id = ? AND project_id = ? AND cancel_requested_at IS NULL', id, projectId],
      );
      if (cancelled === null) continue;
      rows.push(cancelled.row);
      told.push(...cancelled.events);
    }
    await events.append(transaction, projectId, told);
    return rows;
  });
}

async function cancelRow(
  database: Database,
  transaction: Transaction,
  sets: string,
  [condition, ...values]: [string, ...SqlValue[]],
): Promise<{ row: LeftTask; events: NewTaskEvent[] } | null> {
  const [row] = await transaction.query<LeftTask>(
    `UPDATE tasks SET ${sets}
     WHERE ${condition} AND status IN ('pending', 'waiting', 'running') RETURNING *`,
    values,
  );
  if (row === undefined) return null;
  if (row.status !== 'cancelled') return { row, events: [] };
  const ended = await endTask(database, transaction, row);
  return { row, events: [statusEvent(row, Date.now()), ...ended] };
}
