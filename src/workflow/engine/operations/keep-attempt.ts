import type { Transaction } from '../../../platform/database/database.js';
import { type Actor, actorValues } from '../state/actor.js';
import type { TaskEntity } from '../state/task.entity.js';

/** The end of an attempt to be kept. */
interface Kept {
  outcome: 'failed' | 'cancelled';
  error: Pick<TaskEntity, 'error_code' | 'error_message' | 'error_stack'>;
  /** SQL, or a time in ms. */
  finishedAt: string | number;
  /** The actor that requested another run of the task. */
  retriedBy?: Actor;
}

/**
 * Stores the last attempt of a task before the next one replaces it in the task's row. An attempt that is stored
 * already is only linked to the one of `retriedBy`. A final attempt costs no row.
 */
export async function keepAttempt(
  transaction: Transaction,
  row: TaskEntity,
  { outcome, error, finishedAt, retriedBy }: Kept,
): Promise<void> {
  if (row.attempt === 0) return;
  await transaction.query(
    `INSERT INTO task_attempts (task_id, attempt, project_id, queued_at, started_at, finished_at, outcome,
       error_code, error_message, error_stack, cpu_ms, peak_memory_bytes, worker_id, sandbox_level, waits, phases,
       retried_by, retried_by_name)
     VALUES (?, ?, ?, ?, ?, ${finishedAt}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (task_id, attempt) DO UPDATE SET retried_by = excluded.retried_by,
       retried_by_name = excluded.retried_by_name`,
    [
      row.id,
      row.attempt,
      row.project_id,
      row.attempt_queued_at,
      row.attempt_started_at,
      outcome,
      error.error_code,
      error.error_message,
      error.error_stack,
      row.cpu_ms,
      row.peak_memory_bytes,
      row.attempt_worker,
      row.attempt_sandbox,
      row.attempt_waits,
      row.attempt_phases,
      ...actorValues(retriedBy ?? null),
    ],
  );
}
