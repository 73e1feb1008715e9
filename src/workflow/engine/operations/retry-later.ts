import type { TaskEntity } from '../state/task.entity.js';
import type { RunOutcome, RunUsage } from '../../../sandbox/runtime/runtime.js';
import type { RunKey } from '../runs/run-key.js';
import type { Transitions } from '../state/transitions.js';
import { interruptSteps } from './close-steps.js';
import { keepAttempt } from './keep-attempt.js';
import { attemptFailed } from '../state/messages.js';
import type { Recorded } from './record.js';

/**
 * Records a failed attempt that is followed by another one in `delayMs`: the task becomes pending and shows the error
 * until then. Returns null, with nothing written, if none may follow: the attempts are used up, the deadline comes
 * first, a cancel is requested, or the run is stale.
 */
export function retryLater(
  transitions: Transitions,
  run: RunKey,
  outcome: Extract<RunOutcome, { kind: 'failed' }>,
  usage: RunUsage | null,
  recorded: Recorded,
  delayMs: number,
): Promise<TaskEntity | null> {
  const { database } = transitions;
  return database.write(async (transaction) => {
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET status = 'pending', failures = failures + 1, crashes = 0, woken = 0,
         run_at = ${database.now} + ?, progress = COALESCE(?, progress),
         current_phase = COALESCE(?, current_phase), error_code = ?, error_message = ?, error_stack = ?,
         peak_memory_bytes = ?, cpu_ms = ?, attempt_phases = COALESCE(?, attempt_phases), worker_id = NULL, lease_until = NULL
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
        recorded.phases ?? null,
        run.taskId,
        run.fence,
        delayMs,
      ],
    );
    if (!row) return null;
    transitions.append(transaction, run.projectId, recorded.events);
    transitions.status(transaction, row);
    await transitions.released(transaction, row);
    transitions.scheduled(transaction, row);
    await keepAttempt(transaction, row, {
      outcome: 'failed',
      error: row,
      finishedAt: database.now,
    });
    await interruptSteps(database, transaction, row);
    transitions.publish(transaction, attemptFailed, {
      taskId: row.id,
      projectId: row.project_id,
      metaTask: row.task_type,
      errorCode: outcome.code,
      attempt: row.attempt,
      delayMs,
    });
    return row;
  });
}
