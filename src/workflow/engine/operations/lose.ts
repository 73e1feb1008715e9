import type { TaskEntity } from '../state/task.entity.js';
import type { NewTaskEvent } from '../../../platform/events/task-event.js';
import type { RunKey } from '../runs/run-key.js';
import type { Transitions } from '../state/transitions.js';
import { interruptSteps } from './close-steps.js';
import { keepAttempt } from './keep-attempt.js';
import { endTask } from './end-task.js';

/** Number of times that a task is tried again after the loss of its worker, before it fails as `worker_lost`. */
export const MAX_CRASHES = 3;

/**
 * Takes a run from a dead worker: the task becomes pending again, `failed` beyond {@link MAX_CRASHES}, or `cancelled`
 * if that was requested. `events` are the last reports of the run, `why` is a sentence about its end. Returns null if
 * the run is stale.
 */
export function lose(
  transitions: Transitions,
  run: RunKey,
  events: readonly NewTaskEvent[] = [],
  why = '',
): Promise<TaskEntity | null> {
  const { database } = transitions;
  const ends = `(cancel_requested_at IS NOT NULL OR crashes >= ${MAX_CRASHES})`;
  return database.write(async (transaction) => {
    const [row] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET crashes = crashes + 1, woken = 0, worker_id = NULL, lease_until = NULL,
         status = CASE WHEN cancel_requested_at IS NOT NULL THEN 'cancelled'
                       WHEN crashes >= ${MAX_CRASHES} THEN 'failed' ELSE 'pending' END,
         error_code = CASE WHEN cancel_requested_at IS NOT NULL THEN 'cancelled'
                           WHEN crashes >= ${MAX_CRASHES} THEN 'worker_lost' END,
         error_message = CASE WHEN cancel_requested_at IS NOT NULL THEN 'The run was cancelled.'
                              WHEN crashes >= ${MAX_CRASHES} THEN ? END,
         finished_at = CASE WHEN ${ends} THEN ${database.now} END
       WHERE id = ? AND fence = ? AND status = 'running' RETURNING *`,
      [
        `The task lost its worker ${MAX_CRASHES + 1} times and is not tried again. ${why}`.trim(),
        run.taskId,
        run.fence,
      ],
    );
    if (!row) return null;
    transitions.append(transaction, run.projectId, events);
    transitions.status(transaction, row);
    await transitions.released(transaction, row);
    if (row.status === 'pending') {
      transitions.due(transaction, row);
      const error = {
        error_code: 'worker_lost',
        error_message: `The run lost its worker. ${why}`.trim(),
        error_stack: null,
      };
      await keepAttempt(transaction, row, { outcome: 'failed', error, finishedAt: database.now });
      await interruptSteps(database, transaction, row);
      if (row.usage !== null) await transitions.modelUse.lose(transaction, row);
    }
    await endTask(transitions, transaction, row);
    return row;
  });
}
