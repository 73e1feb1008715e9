import type { Transaction } from '../../../platform/database/database.js';
import type { NewTaskEvent } from '../../../platform/events/task-event.js';
import type { RunKey } from '../run-key.js';
import type { Transitions } from '../transitions.js';

/** The reports of a run since they were last stored. */
export interface Recorded {
  phase: string | null;
  /** When `phase` began, ms since the epoch; null if it is the one before. */
  phaseSince: number | null;
  progress: number | null;
  events: NewTaskEvent[];
}

/** Stores the reports of a run so far. Returns false, with nothing stored, if the run is stale. */
export function record(
  transitions: Transitions,
  run: RunKey,
  recorded: Recorded,
): Promise<boolean> {
  return transitions.database.write(async (transaction) => {
    if (!(await touch(transaction, run, recorded))) return false;
    transitions.append(transaction, run.projectId, recorded.events);
    return true;
  });
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
