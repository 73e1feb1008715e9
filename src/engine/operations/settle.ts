import type { Database } from '../../database/database.js';
import type { EventLog } from '../../events/event-log.js';
import type { RunOutcome, RunUsage } from '../../runtime/runtime.js';
import type { RunKey } from '../run-key.js';
import { statusEvent } from '../status-event.js';
import { endTask, type LeftTask } from './end-task.js';
import type { Recorded } from './record.js';

export type RunEnd = Exclude<RunOutcome, { kind: 'suspended' }>;

/**
 * Records how a run ended, together with the last that it told: the one write that ends a task. Null, with
 * nothing written, when the run is stale.
 */
export function settle(
  database: Database,
  events: EventLog,
  run: RunKey,
  outcome: RunEnd,
  usage: RunUsage | null,
  recorded: Recorded,
): Promise<LeftTask | null> {
  const success = outcome.kind === 'success';
  const status = success ? 'success' : outcome.code === 'cancelled' ? 'cancelled' : 'failed';
  return database.write(async (transaction) => {
    const [row] = await transaction.query<LeftTask>(
      `UPDATE tasks SET status = ?, progress = COALESCE(?, progress),
         current_phase = COALESCE(?, current_phase), result = ?, error_code = ?, error_message = ?,
         error_stack = ?, peak_memory_bytes = ?, cpu_ms = ?, finished_at = ${database.now}, woken = 0, worker_id = NULL, lease_until = NULL
       WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
      [
        status,
        success ? 100 : recorded.progress,
        recorded.phase,
        success ? JSON.stringify(outcome.result) : null,
        success ? null : outcome.code,
        success ? null : outcome.message,
        success ? null : outcome.stack,
        usage?.peakMemoryBytes ?? null,
        usage?.cpuMs ?? null,
        run.taskId,
        run.fence,
      ],
    );
    if (!row) return null;
    const ended = await endTask(database, transaction, row);
    const told = [...recorded.events, statusEvent(row, Date.now()), ...ended];
    await events.append(transaction, run.projectId, told);
    return row;
  });
}
