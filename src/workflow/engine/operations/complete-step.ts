import type { Transaction } from '../../../platform/database/database.js';
import type { TaskStepEntity } from '../state/task-step.entity.js';
import type { TaskEntity } from '../state/task.entity.js';
import { stepCompleted } from '../state/messages.js';
import { stepEvent } from '../state/step-event.js';
import type { Transitions } from '../state/transitions.js';
import { wakeLater, wakeNow } from './wake-tasks.js';

/** Outcome of a step that waited. `result` is JSON text. */
export type WaitEnd =
  | { status: 'success'; result: string }
  | { status: 'failed'; error: { type: string; message: string } };

/**
 * Records the end of a waiting step and lets its task continue. Returns false, with nothing reported, if the step does
 * not wait.
 *
 * The caller holds no lock on a task above this one and takes none on one below it afterwards: transactions that lock
 * several tasks go from child to parent.
 */
export async function completeStep(
  transitions: Transitions,
  transaction: Transaction,
  { projectId, taskId, stepId }: { projectId: string; taskId: string; stepId: string },
  end: WaitEnd,
): Promise<boolean> {
  // The task's row is locked first, as in `suspend`, so that the second of the two sees what the first has written.
  const [task] = await transaction.query<TaskEntity>(
    'UPDATE tasks SET step_count = step_count + 1 WHERE id = ? AND project_id = ? RETURNING *',
    [taskId, projectId],
  );
  const success = end.status === 'success';
  const [step] = await transaction.query<TaskStepEntity>(
    `UPDATE task_steps SET status = ?, result = ?, error_type = ?, error_message = ?, wake_at = NULL,
       finished_at = ${transitions.database.now}
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
  if (!task || !step) return false;
  const written = { status: end.status, ...(success ? {} : { error: end.error }) };
  transitions.append(transaction, projectId, [
    stepEvent({ taskId, attempt: task.attempt }, step, written),
  ]);
  transitions.send(transaction, task, stepCompleted, { taskId, stepId });
  if (task.status !== 'waiting') return true;
  if (step.kind !== 'task' || !(await waitsForTasks(transaction, taskId)))
    await wakeNow(transitions, transaction, taskId);
  else if (task.waits_together === 0) await wakeLater(transitions, transaction, task, step);
  return true;
}

async function waitsForTasks(transaction: Transaction, taskId: string): Promise<boolean> {
  const [open] = await transaction.query(
    `SELECT 1 AS open FROM task_steps WHERE task_id = ? AND kind = 'task' AND status = 'waiting' LIMIT 1`,
    [taskId],
  );
  return open !== undefined;
}
