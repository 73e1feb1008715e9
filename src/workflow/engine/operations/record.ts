import type { Transaction } from '../../../platform/database/database.js';
import type { NewTaskEvent } from '../../../platform/events/task-event.js';
import type { RunKey } from '../runs/run-key.js';
import type { Transitions } from '../state/transitions.js';

/** A row that is written together with the reports of a run, and its event. */
export interface SideRecord {
  event: NewTaskEvent;
  write(transaction: Transaction): Promise<void>;
}

/** The reports of a run since they were last stored. */
export interface Recorded {
  phase: string | null;
  /** Start of `phase`, in ms since the epoch; null if the phase is unchanged. */
  phaseSince: number | null;
  progress: number | null;
  events: NewTaskEvent[];
  /** Phases of the attempt as JSON text, once a run of it has ended: see engine/runs/attempt-phases.ts. */
  phases?: string | null;
  /** Records that are worth writing only while the run continues. */
  records: SideRecord[];
}

/** Stores reports of a run. Returns false, with nothing stored, if the run is stale. */
export function record(
  transitions: Transitions,
  run: RunKey,
  recorded: Recorded,
): Promise<boolean> {
  return transitions.database.writeGrouped(async (transaction) => {
    if (!(await touch(transaction, run, recorded))) return false;
    await writeReports(transitions, transaction, run, recorded);
    return true;
  });
}

/** Writes the reports that are not columns of the task's row; the caller has updated those. */
export async function writeReports(
  transitions: Transitions,
  transaction: Transaction,
  run: RunKey,
  { events, records }: Recorded,
): Promise<void> {
  transitions.append(transaction, run.projectId, events);
  for (const record of records) {
    await record.write(transaction);
    transitions.append(transaction, run.projectId, [record.event]);
  }
}

async function touch(transaction: Transaction, run: RunKey, recorded: Recorded): Promise<boolean> {
  const [row] = await transaction.query(
    `UPDATE tasks SET current_phase = COALESCE(?, current_phase),
       phase_since = COALESCE(?, phase_since), progress = COALESCE(?, progress)
     WHERE id = ? AND fence = ? AND status = 'running' RETURNING id`,
    [recorded.phase, recorded.phaseSince, recorded.progress, run.taskId, run.fence],
  );
  return row !== undefined;
}
