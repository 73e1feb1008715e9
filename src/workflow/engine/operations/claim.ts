import type { TaskEntity } from '../task.entity.js';
import type { TaskHint } from '../dispatcher.js';
import type { Transitions } from '../transitions.js';
import { withPart } from '../attempt-waits.js';
import { takeSlot } from './slots.js';

/** Returns SQL that keeps the value of a column if the attempt goes on after a wait, and resets it otherwise. */
const kept = (column: string, initial = 'NULL'): string =>
  `CASE WHEN woken = 1 THEN ${column} ELSE ${initial} END`;

export interface Worker {
  id: string;
  /** The level of the sandbox in which it runs scripts. */
  sandboxLevel: number;
}

/**
 * Takes a due task for a worker: `running`, with a new attempt unless it goes on after a wait, a new fencing token and
 * the lease of the worker. Null when it is not there to take, which is how the second of two hints ends, or when its concurrency limit
 * is reached.
 */
export function claim(
  transitions: Transitions,
  { taskId, slotKey }: Pick<TaskHint, 'taskId' | 'slotKey'>,
  worker: Worker,
): Promise<TaskEntity | null> {
  const { database } = transitions;
  return database.writeGrouped(async (transaction) => {
    if (slotKey !== null && !(await takeSlot(database, transaction, slotKey))) return null;
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET status = 'running', attempt = attempt + 1 - woken, fence = fence + 1, worker_id = ?,
         lease_until = NULL, started_at = COALESCE(started_at, ${database.now}),
         progress = ${kept('progress', '0')}, current_phase = ${kept('current_phase')},
         phase_since = ${database.now},
         attempt_queued_at = ${kept('attempt_queued_at', 'run_at')}, attempt_worker = ?,
         attempt_sandbox = CASE WHEN lane = 'script' THEN CAST(? AS integer) END,
         attempt_started_at = ${kept('attempt_started_at', database.now)}, attempt_phases = ${kept('attempt_phases')},
         attempt_waits = CASE WHEN woken = 1 THEN ${withPart(`'q' || run_at || ' r' || ${database.now}`)} END,
         peak_memory_bytes = ${kept('peak_memory_bytes')}, cpu_ms = ${kept('cpu_ms')},
         error_code = NULL, error_message = NULL, error_stack = NULL, parked = 0
       WHERE id = ? AND status = 'pending' AND run_at <= ${database.now}
         AND (deadline_at IS NULL OR deadline_at > ${database.now})
         AND ${slotKey === null ? 'slot_key IS NULL' : 'slot_key IS NOT NULL'}
       RETURNING *`,
      [worker.id, worker.id, worker.sandboxLevel, taskId],
    );
    if (!row) return null;
    transitions.status(transaction, row);
    return row;
  });
}
