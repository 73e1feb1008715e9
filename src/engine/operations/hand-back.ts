import type { Database } from '../../database/database.js';
import type { EventLog } from '../../events/event-log.js';
import type { RunKey } from '../run-key.js';
import { statusEvent } from '../status-event.js';
import { endTask, type LeftTask } from './end-task.js';
import type { Recorded } from './record.js';

/**
 * Gives a run back unfinished, because this server stops: pending again, and the attempt does not count; or
 * `cancelled` where that has been asked for in the meantime. Null when the run is stale.
 */
export function handBack(
  database: Database,
  events: EventLog,
  run: RunKey,
  recorded: Recorded,
): Promise<LeftTask | null> {
  const cancelled = 'cancel_requested_at IS NOT NULL';
  return database.write(async (transaction) => {
    const [row] = await transaction.query<LeftTask>(
      `UPDATE tasks SET worker_id = NULL, lease_until = NULL,
         status = CASE WHEN ${cancelled} THEN 'cancelled' ELSE 'pending' END,
         attempt = CASE WHEN ${cancelled} THEN attempt ELSE attempt - (1 - woken) END,
         error_code = CASE WHEN ${cancelled} THEN 'cancelled' END,
         error_message = CASE WHEN ${cancelled} THEN 'The run was cancelled.' END,
         finished_at = CASE WHEN ${cancelled} THEN ${database.now} END
       WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
      [run.taskId, run.fence],
    );
    if (!row) return null;
    const ended = await endTask(database, transaction, row);
    const told = [...recorded.events, statusEvent(row, Date.now()), ...ended];
    await events.append(transaction, run.projectId, told);
    return row;
  });
}
