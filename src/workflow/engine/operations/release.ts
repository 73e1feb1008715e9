import type { TaskEntity } from '../state/task.entity.js';
import type { RunKey } from '../runs/run-key.js';
import type { Transitions } from '../state/transitions.js';
import { interruptSteps } from './close-steps.js';
import { endTask } from './end-task.js';
import type { Recorded } from './record.js';

/** The reason why a run did not start, as a sentence, and the shortest time until the next try. */
export interface NotStarted {
  reason: string;
  delayMs: number;
}

/**
 * Releases an unfinished run, because this server stops or the run did not start: the task becomes pending again
 * without counting the attempt, or `cancelled` if that was requested. Returns null if the run is stale.
 */
export function release(
  transitions: Transitions,
  run: RunKey,
  recorded: Recorded,
  notStarted: NotStarted | null = null,
): Promise<TaskEntity | null> {
  const { database } = transitions;
  const cancelled = 'cancel_requested_at IS NOT NULL';
  return database.write(async (transaction) => {
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET worker_id = NULL, lease_until = NULL,
         status = CASE WHEN ${cancelled} THEN 'cancelled' ELSE 'pending' END,
         attempt = CASE WHEN ${cancelled} THEN attempt ELSE attempt - (1 - woken) END,
         error_code = CASE WHEN ${cancelled} THEN 'cancelled' END,
         error_message = CASE WHEN ${cancelled} THEN 'The run was cancelled.' ELSE ? END,
         run_at = COALESCE(${database.now} + ?, run_at),
         finished_at = CASE WHEN ${cancelled} THEN ${database.now} END
       WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
      [notStarted?.reason ?? null, notStarted?.delayMs ?? null, run.taskId, run.fence],
    );
    if (!row) return null;
    transitions.append(transaction, run.projectId, recorded.events);
    transitions.status(transaction, row);
    await transitions.released(transaction, row);
    if (row.status === 'pending') {
      if (notStarted === null) transitions.due(transaction, row);
      else transitions.scheduled(transaction, row);
      await interruptSteps(database, transaction, row);
    }
    await endTask(transitions, transaction, row);
    return row;
  });
}
