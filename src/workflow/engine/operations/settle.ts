import type { SqlValue, Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';
import type { RunOutcome, RunUsage } from '../../../sandbox/runtime/runtime.js';
import type { RunKey } from '../runs/run-key.js';
import type { Transitions } from '../state/transitions.js';
import { endTaskItself, notifyParent } from './end-task.js';
import type { Recorded } from './record.js';

export type RunEnd = Exclude<RunOutcome, { kind: 'suspended' | 'not_started' }> & {
  summary?: string | null;
};

/** Values that the end of a run writes to the row of its task. */
export interface EndColumns {
  status: string;
  progress: number | null;
  phase: string | null;
  result: string | null;
  summary: string | null;
  code: string | null;
  message: string | null;
  stack: string | null;
  memory: number | null;
  cpu: number | null;
  phases: string | null;
}

/** The end of a run with its last reports, ready to be written. */
export interface Ending {
  run: RunKey;
  columns: EndColumns;
  recorded: Recorded;
}

export function buildEnding(
  run: RunKey,
  outcome: RunEnd,
  usage: RunUsage | null,
  recorded: Recorded,
): Ending {
  const success = outcome.kind === 'success';
  const columns = {
    status: success ? 'success' : outcome.code === 'cancelled' ? 'cancelled' : 'failed',
    progress: success ? 100 : recorded.progress,
    phase: recorded.phase,
    result: success ? JSON.stringify(outcome.result) : null,
    summary: outcome.summary ?? null,
    code: success ? null : outcome.code,
    message: success ? null : outcome.message,
    stack: success ? null : outcome.stack,
    memory: usage?.peakMemoryBytes ?? null,
    cpu: usage?.cpuMs ?? null,
    phases: recorded.phases ?? null,
  };
  return { run, columns, recorded };
}

/**
 * Records the end of a run together with its last reports: the only write that ends a running task. Returns null, with
 * nothing written, if the run is stale.
 */
export function settle(transitions: Transitions, ending: Ending): Promise<TaskEntity | null> {
  return transitions.database.writeGrouped(async (transaction) => {
    const row = await endRow(transitions, transaction, ending);
    if (row === null) return null;
    await settled(transitions, transaction, row, ending.recorded);
    await notifyParent(transitions, transaction, row);
    return row;
  });
}

/** Writes the end of a run to the row of its task. Returns null if the run is stale. */
export async function endRow(
  { database: { now } }: Transitions,
  transaction: Transaction,
  { run, columns }: Ending,
): Promise<TaskEntity | null> {
  const [row] = await transaction.query<TaskEntity>(
    `UPDATE tasks SET status = ?, progress = COALESCE(?, progress),
       current_phase = COALESCE(?, current_phase), result = ?, result_summary = ?, error_code = ?, error_message = ?,
       error_stack = ?, peak_memory_bytes = ?, cpu_ms = ?, attempt_phases = COALESCE(?, attempt_phases),
       finished_at = ${now}, woken = 0, worker_id = NULL, lease_until = NULL
     WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
    [...listColumnValues(columns), run.taskId, run.fence],
  );
  return row ?? null;
}

/** Writes what follows from the end of a run, except for the notification of the parent. */
export async function settled(
  transitions: Transitions,
  transaction: Transaction,
  row: TaskEntity,
  recorded: Recorded,
): Promise<void> {
  transitions.append(transaction, row.project_id, recorded.events);
  transitions.status(transaction, row);
  await transitions.released(transaction, row);
  if (row.status === 'success') await transitions.succeeded(transaction, row);
  await endTaskItself(transitions, transaction, row);
}

function listColumnValues(columns: EndColumns): SqlValue[] {
  const { status, progress, phase, result, summary, code, message, stack, memory, cpu, phases } =
    columns;
  return [status, progress, phase, result, summary, code, message, stack, memory, cpu, phases];
}
