import type { Database } from '../../database/database.js';
import type { TaskEntity } from '../../database/entities/task.entity.js';
import type { EventLog } from '../../events/event-log.js';
import type { RunUsage } from '../../runtime/runtime.js';
import type { RunKey } from '../run-key.js';
import { statusEvent } from '../status-event.js';
import { closeSteps } from './close-steps.js';
import type { Recorded } from './record.js';
import { wakeNow } from './wake.js';

/**
 * Has a task wait for one of its steps `on`: `waiting`, without a worker. It is `pending` again at once where one of
 * them is there by now, or is due, and `cancelled` where that has been asked for. Null when the run is stale.
 */
export function suspend(
  database: Database,
  events: EventLog,
  run: RunKey,
  on: readonly string[],
  usage: RunUsage | null,
  recorded: Recorded,
): Promise<TaskEntity | null> {
  const cancelled = 'cancel_requested_at IS NOT NULL';
  const places = on.map(() => '?').join(', ');
  return database.write(async (transaction) => {
    // First, since whoever completes a step begins with the task's row too: one of the two sees what the other did.
    const [waiting] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET worker_id = NULL, lease_until = NULL, woken = 0, wake_at = NULL,
         current_phase = COALESCE(?, current_phase), progress = COALESCE(?, progress),
         peak_memory_bytes = ?, cpu_ms = ?,
         status = CASE WHEN ${cancelled} THEN 'cancelled' ELSE 'waiting' END,
         error_code = CASE WHEN ${cancelled} THEN 'cancelled' END,
         error_message = CASE WHEN ${cancelled} THEN 'The run was cancelled.' END,
         finished_at = CASE WHEN ${cancelled} THEN ${database.now} END
       WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
      [
        recorded.phase,
        recorded.progress,
        usage?.peakMemoryBytes ?? null,
        usage?.cpuMs ?? null,
        run.taskId,
        run.fence,
      ],
    );
    if (!waiting) return null;
    const told = [...recorded.events, statusEvent(waiting, Date.now())];
    let row = waiting;
    await closeSteps(database, transaction, row);
    if (row.status === 'waiting') {
      const [due] = await transaction.query<{ ready: number; wake_at: number | null }>(
        `SELECT COUNT(CASE WHEN status <> 'waiting' OR wake_at <= ${database.now} THEN 1 END) AS ready,
           MIN(wake_at) AS wake_at FROM task_steps WHERE task_id = ? AND id IN (${places})`,
        [run.taskId, ...on],
      );
      if (Number(due?.ready ?? 0) > 0) {
        row = (await wakeNow(database, transaction, run.taskId)) ?? row;
        told.push(statusEvent(row, Date.now()));
      } else if (due?.wake_at != null) {
        await transaction.query('UPDATE tasks SET wake_at = ? WHERE id = ?', [
          due.wake_at,
          run.taskId,
        ]);
        row = { ...row, wake_at: due.wake_at };
      }
    }
    await events.append(transaction, run.projectId, told);
    return row;
  });
}
