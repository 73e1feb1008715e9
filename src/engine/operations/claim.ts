import type { Database } from '../../database/database.js';
import type { TaskEntity } from '../../database/entities/task.entity.js';
import type { EventLog } from '../../events/event-log.js';
import { statusEvent } from '../status-event.js';

/**
 * Takes a due task for a worker: `running`, with a new attempt, fencing token and lease. Null when it is not
 * there to take, which is how the second of two hints ends.
 */
export function claim(
  database: Database,
  events: EventLog,
  taskId: string,
  workerId: string,
  leaseMs: number,
): Promise<TaskEntity | null> {
  return database.write(async (transaction) => {
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET status = 'running', attempt = attempt + 1, fence = fence + 1, worker_id = ?,
         lease_until = ${database.now} + ?, started_at = COALESCE(started_at, ${database.now}),
         progress = 0, current_phase = NULL, phase_since = ${database.now}, peak_memory_bytes = NULL, cpu_ms = NULL
       WHERE id = ? AND status = 'pending' AND run_at <= ${database.now}
       RETURNING *`,
      [workerId, leaseMs, taskId],
    );
    if (!row) return null;
    await events.append(transaction, row.project_id, [statusEvent(row, Date.now())]);
    return row;
  });
}
