import type { Database } from '../../database/database.js';
import type { TaskEntity } from '../../database/entities/task.entity.js';
import type { EventLog } from '../../events/event-log.js';
import type { RunKey } from '../run-key.js';
import { statusEvent } from '../status-event.js';
import type { Recorded } from './record.js';

/** Gives a run back unfinished, because this server stops: pending again, and the attempt does not count. */
export function handBack(
  database: Database,
  events: EventLog,
  run: RunKey,
  recorded: Recorded,
): Promise<TaskEntity | null> {
  return database.write(async (transaction) => {
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET status = 'pending', attempt = attempt - 1, worker_id = NULL, lease_until = NULL
       WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
      [run.taskId, run.fence],
    );
    if (!row) return null;
    const told = [...recorded.events, statusEvent(row, Date.now())];
    await events.append(transaction, run.projectId, told);
    return row;
  });
}
