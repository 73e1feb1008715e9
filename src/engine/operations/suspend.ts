import type { Database } from '../../database/database.js';
import type { EventLog } from '../../events/event-log.js';
import type { RunUsage } from '../../runtime/runtime.js';
import type { RunKey } from '../run-key.js';
import { statusEvent } from '../status-event.js';
import { endTask, type LeftTask } from './end-task.js';
import type { Recorded } from './record.js';
import { wakeLater, wakeNow } from './wake.js';

interface Due {
  ready: number;
  ended: number;
  tasks: number;
  started_at: number | null;
  wake_at: number | null;
}

/** What a suspended run waits for. */
export interface Awaited {
  /** Ids of its steps. */
  steps: readonly string[];
  /** All of its tasks are those of one call, which is answered when the last of them has ended. */
  together: boolean;
}

/**
 * Has a task wait for one of these steps of it: `waiting`, without a worker. It is `pending` again at once where one of
 * them is there by now, or is due, and `cancelled` where that has been asked for. Null when the run is stale.
 */
export function suspend(
  database: Database,
  events: EventLog,
  run: RunKey,
  { steps, together }: Awaited,
  usage: RunUsage | null,
  recorded: Recorded,
): Promise<LeftTask | null> {
  const cancelled = 'cancel_requested_at IS NOT NULL';
  const places = steps.map(() => '?').join(', ');
  return database.write(async (transaction) => {
    // First, since whoever completes a step begins with the task's row too: one of the two sees what the other did.
    const [waiting] = await transaction.query<LeftTask>(
      `UPDATE tasks SET worker_id = NULL, lease_until = NULL, crashes = 0, woken = 0, wake_at = NULL, waits_together = ?,
         current_phase = COALESCE(?, current_phase), progress = COALESCE(?, progress),
         peak_memory_bytes = ?, cpu_ms = ?,
         status = CASE WHEN ${cancelled} THEN 'cancelled' ELSE 'waiting' END,
         error_code = CASE WHEN ${cancelled} THEN 'cancelled' END,
         error_message = CASE WHEN ${cancelled} THEN 'The run was cancelled.' END,
         finished_at = CASE WHEN ${cancelled} THEN ${database.now} END
       WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
      [
        together ? 1 : 0,
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
    const closed = await endTask(database, transaction, row);
    if (row.status === 'waiting') {
      const [due] = await transaction.query<Due>(
        `SELECT COUNT(CASE WHEN (status <> 'waiting' AND kind <> 'task') OR wake_at <= ${database.now} THEN 1 END) AS ready,
           COUNT(CASE WHEN status <> 'waiting' AND kind = 'task' THEN 1 END) AS ended,
           COUNT(CASE WHEN status = 'waiting' AND kind = 'task' THEN 1 END) AS tasks,
           MIN(started_at) AS started_at, MIN(wake_at) AS wake_at
         FROM task_steps WHERE task_id = ? AND id IN (${places})`,
        [run.taskId, ...steps],
      );
      const ended = Number(due?.ended ?? 0) > 0;
      const tasks = Number(due?.tasks ?? 0) > 0;
      if (Number(due?.ready ?? 0) > 0 || (ended && !tasks)) {
        row = (await wakeNow(database, transaction, run.taskId)) ?? row;
        told.push(statusEvent(row, Date.now()));
      } else if (due?.wake_at != null) {
        await transaction.query('UPDATE tasks SET wake_at = ? WHERE id = ?', [
          due.wake_at,
          run.taskId,
        ]);
        row = { ...row, wake_at: due.wake_at };
      }
      if (row.status === 'waiting' && ended && !together) {
        const wakesIn = await wakeLater(database, transaction, row, {
          started_at: Number(due?.started_at ?? Date.now()),
        });
        if (wakesIn !== null) row = { ...row, wake_at: Date.now() + wakesIn };
      }
    }
    await events.append(transaction, run.projectId, [...told, ...closed]);
    return row;
  });
}
