import type { Database, Transaction } from '../../database/database.js';
import type { TaskEntity } from '../../database/entities/task.entity.js';
import type { TaskStepEntity } from '../../database/entities/task-step.entity.js';
import type { EventBus } from '../../events/event-bus.js';
import type { NewTaskEvent } from '../../events/task-event.js';
import { hintOf } from '../dispatcher.js';
import { statusEvent } from '../status-event.js';
import { stepEvent } from '../step-event.js';
import { wakeLater, wakeNow } from './wake.js';

/** How what a step waited for ended. `result` is JSON text. */
export type WaitEnd =
  | { status: 'success'; result: string }
  | { status: 'failed'; error: { type: string; message: string } };

/** What became of the completion of a step. */
export interface Completion {
  step: TaskStepEntity;
  /** The task, where it goes on now; null where it is still running, or waits on. */
  woken: TaskEntity | null;
  /** When the task, which waits on, goes on at the latest; null where that has not changed. ms. */
  wakesIn: number | null;
  /** For the caller to append, last of all in the transaction. */
  events: NewTaskEvent[];
}

/**
 * Records the end of a step that waits, and lets its task go on. Null, with nothing written, when the step does not
 * wait (any more).
 *
 * Whoever calls this holds no lock on a task above this one, and takes none on one below it afterwards: transactions
 * that lock several tasks go from child to parent.
 */
export async function completeStep(
  database: Database,
  transaction: Transaction,
  { projectId, taskId, stepId }: { projectId: string; taskId: string; stepId: string },
  end: WaitEnd,
): Promise<Completion | null> {
  // First the task's row, as `suspend` does: whichever of the two comes second sees what the other has written.
  const [task] = await transaction.query<TaskEntity>(
    'UPDATE tasks SET step_count = step_count + 1 WHERE id = ? AND project_id = ? RETURNING *',
    [taskId, projectId],
  );
  const success = end.status === 'success';
  const [step] = await transaction.query<TaskStepEntity>(
    `UPDATE task_steps SET status = ?, result = ?, error_type = ?, error_message = ?, wake_at = NULL,
       finished_at = ${database.now}
     WHERE id = ? AND task_id = ? AND project_id = ? AND status = 'waiting' RETURNING *`,
    [
      end.status,
      success ? end.result : null,
      success ? null : end.error.type,
      success ? null : end.error.message,
      stepId,
      taskId,
      projectId,
    ],
  );
  if (!task || !step) return null;
  const told = stepEvent({ taskId, attempt: task.attempt }, step, {
    status: end.status,
    ...(success ? {} : { error: end.error }),
  });
  if (task.status !== 'waiting') return { step, woken: null, wakesIn: null, events: [told] };
  if (step.kind === 'task' && (await waitsForTasks(transaction, taskId))) {
    const wakesIn =
      task.waits_together === 1 ? null : await wakeLater(database, transaction, task, step);
    return { step, woken: null, wakesIn, events: [told] };
  }
  const woken = await wakeNow(database, transaction, taskId);
  const events = woken ? [told, statusEvent(woken, Date.now())] : [told];
  return { step, woken, wakesIn: null, events };
}

/** Tells this server of a completion, once its transaction is through. */
export function announceCompletion(bus: EventBus, { step, woken, wakesIn }: Completion): void {
  bus.publish('step', { taskId: step.task_id, stepId: step.id });
  bus.publish('events', { projectId: step.project_id });
  if (woken) bus.publish('due', hintOf(woken));
  if (wakesIn !== null) bus.publish('wake', { ms: wakesIn });
}

async function waitsForTasks(transaction: Transaction, taskId: string): Promise<boolean> {
  const [open] = await transaction.query(
    `SELECT 1 AS open FROM task_steps WHERE task_id = ? AND kind = 'task' AND status = 'waiting' LIMIT 1`,
    [taskId],
  );
  return open !== undefined;
}
