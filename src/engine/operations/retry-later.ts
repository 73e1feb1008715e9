import type { Database } from '../../database/database.js';
import type { TaskEntity } from '../../database/entities/task.entity.js';
import type { EventLog } from '../../events/event-log.js';
import type { RunOutcome, RunUsage } from '../../runtime/runtime.js';
import type { RunKey } from '../run-key.js';
import { statusEvent } from '../status-event.js';
import type { Recorded } from './record.js';

/**
 * Records that an attempt failed and that another one follows in `delayMs`: pending, with the error to be seen
 * until then. Null, with nothing written, where none may follow: the attempts are used up, the task's deadline
 * passes first, a cancel has been asked for, or the run is stale.
 */
export function retryLater(
  database: Database,
  events: EventLog,
  run: RunKey,
  outcome: Extract<RunOutcome, { kind: 'failed' }>,
  usage: RunUsage | null,
  recorded: Recorded,
  delayMs: number,
): Promise<TaskEntity | null> {
  return database.write(async (transaction) => {
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET status = 'pending', failures = failures + 1, crashes = 0, woken = 0,
         run_at = ${database.now} + ?, progress = COALESCE(?, progress),
         current_phase = COALESCE(?, current_phase), error_code = ?, error_message = ?, error_stack = ?,
         peak_memory_bytes = ?, cpu_ms = ?, worker_id = NULL, lease_until = NULL
       WHERE id = ? AND fence = ? AND status = 'running' AND failures + 1 < max_attempts
         AND cancel_requested_at IS NULL
         AND (deadline_at IS NULL OR deadline_at > ${database.now} + ?)
       RETURNING *`,
      [
        delayMs,
        recorded.progress,
        recorded.phase,
        outcome.code,
        outcome.message,
        outcome.stack,
        usage?.peakMemoryBytes ?? null,
        usage?.cpuMs ?? null,
        run.taskId,
        run.fence,
        delayMs,
      ],
    );
    if (!row) return null;
    const told = [...recorded.events, statusEvent(row, Date.now())];
    await events.append(transaction, run.projectId, told);
    return row;
  });
}
