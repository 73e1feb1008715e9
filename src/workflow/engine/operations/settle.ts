import type { TaskEntity } from '../task.entity.js';
import type { RunOutcome, RunUsage } from '../../../sandbox/runtime/runtime.js';
import type { RunKey } from '../run-key.js';
import type { Transitions } from '../transitions.js';
import { endTask } from './end-task.js';
import type { Recorded } from './record.js';

export type RunEnd = Exclude<RunOutcome, { kind: 'suspended' }> & { summary?: string | null };

/**
 * Records the end of a run, together with its last reports: the one write that ends a task. Returns null, with
 * nothing written, if the run is stale.
 */
export function settle(
  transitions: Transitions,
  run: RunKey,
  outcome: RunEnd,
  usage: RunUsage | null,
  recorded: Recorded,
): Promise<TaskEntity | null> {
  const { database } = transitions;
  const success = outcome.kind === 'success';
  const status = success ? 'success' : outcome.code === 'cancelled' ? 'cancelled' : 'failed';
  return database.writeGrouped(async (transaction) => {
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET status = ?, progress = COALESCE(?, progress),
         current_phase = COALESCE(?, current_phase), result = ?, result_summary = ?, error_code = ?, error_message = ?,
         error_stack = ?, peak_memory_bytes = ?, cpu_ms = ?, attempt_phases = COALESCE(?, attempt_phases),
         finished_at = ${database.now}, woken = 0, worker_id = NULL, lease_until = NULL
       WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
      [
        status,
        success ? 100 : recorded.progress,
        recorded.phase,
        success ? JSON.stringify(outcome.result) : null,
        outcome.summary ?? null,
        success ? null : outcome.code,
        success ? null : outcome.message,
        success ? null : outcome.stack,
        usage?.peakMemoryBytes ?? null,
        usage?.cpuMs ?? null,
        recorded.phases ?? null,
        run.taskId,
        run.fence,
      ],
    );
    if (!row) return null;
    transitions.append(transaction, run.projectId, recorded.events);
    transitions.status(transaction, row);
    transitions.released(transaction, row);
    if (success) await transitions.succeeded(transaction, row);
    await endTask(transitions, transaction, row);
    return row;
  });
}
