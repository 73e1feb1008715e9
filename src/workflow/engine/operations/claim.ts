import type { SqlValue } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';
import type { TaskHint } from '../dispatch/dispatcher.js';
import type { Transitions } from '../state/transitions.js';
import { withPart } from '../runs/attempt-waits.js';
import { slotReleased } from '../state/messages.js';
import { findSlot, holdSlot } from './take-slot.js';

/** Returns SQL that keeps the value of a column if the attempt goes on after a wait, and resets it otherwise. */
const kept = (column: string, initial = 'NULL'): string =>
  `CASE WHEN woken = 1 THEN ${column} ELSE ${initial} END`;

/** SQL that holds of a pending task whose run did not start, since there was no process for it: its `error_message` says why. */
const HAD_NO_PROCESS = 'error_code IS NULL AND error_message IS NOT NULL';

export interface Worker {
  id: string;
  /** The level of the sandbox in which it runs scripts. */
  sandboxLevel: number;
}

/** Returns the columns that a claim sets. Its values are those of {@link claimValues}. */
export function claimed(now: string): string {
  return `status = 'running', attempt = attempt + 1 - woken, fence = fence + 1, worker_id = ?,
    lease_until = NULL, started_at = COALESCE(started_at, ${now}),
    progress = ${kept('progress', '0')}, current_phase = ${kept('current_phase')},
    phase_since = ${now},
    attempt_queued_at = CASE WHEN woken = 1 OR ${HAD_NO_PROCESS} THEN attempt_queued_at ELSE run_at END, attempt_worker = ?,
    attempt_sandbox = CASE WHEN lane = 'script' THEN CAST(? AS integer) END,
    attempt_started_at = ${kept('attempt_started_at', now)}, attempt_phases = ${kept('attempt_phases')},
    attempt_waits = CASE WHEN woken = 1 THEN ${withPart(`'q' || run_at || ' r' || ${now}`)} END,
    peak_memory_bytes = ${kept('peak_memory_bytes')}, cpu_ms = ${kept('cpu_ms')},
    error_code = NULL, error_message = NULL, error_stack = NULL, parked = 0`;
}

export function claimValues(worker: Worker): SqlValue[] {
  return [worker.id, worker.id, worker.sandboxLevel];
}

/** Returns SQL that holds of a task that may be claimed now. */
export function claimable(now: string): string {
  return `status = 'pending' AND run_at <= ${now} AND (deadline_at IS NULL OR deadline_at > ${now})`;
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
    const slot = slotKey === null ? 0 : await findSlot(database, transaction, { taskId, slotKey });
    if (slot === null) return null;
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET ${claimed(database.now)}
       WHERE id = ? AND ${claimable(database.now)}
         AND ${slotKey === null ? 'slot_key IS NULL' : 'slot_key IS NOT NULL'}
       RETURNING *`,
      [...claimValues(worker), taskId],
    );
    if (!row) {
      // Another claim may have passed over the slot.
      if (slotKey !== null) transitions.publish(transaction, slotReleased, { slotKey });
      return null;
    }
    if (slotKey !== null) await holdSlot(database, transaction, row, slot);
    transitions.status(transaction, row);
    return row;
  });
}
