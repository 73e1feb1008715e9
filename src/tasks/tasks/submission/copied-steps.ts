import type { Database, Transaction } from '../../../platform/database/database.js';
import type { TaskStepEntity } from '../../../workflow/engine/state/task-step.entity.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { newId } from '../../../base/kernel/ids.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { TASK_ERRORS } from '../errors.js';

/** Number of records copied per statement. */
const AT_ONCE = 100;

type Record = Pick<
  TaskStepEntity,
  'id' | 'position' | 'kind' | 'name' | 'ordered' | 'status' | 'started_at' | 'finished_at'
>;

/**
 * Returns the ids of the records with which a rerun from a step begins: those of the steps that had ended when it
 * began. Throws MetarunError if a step before it cannot be copied.
 */
export async function stepsBefore(
  database: Database,
  projectId: string,
  taskId: string,
  stepId: string,
): Promise<string[]> {
  const [step] = await database.query<Record>(
    'SELECT id, position, ordered, started_at FROM task_steps WHERE id = ? AND task_id = ? AND project_id = ?',
    [stepId, taskId, projectId],
  );
  if (step === undefined)
    throw refused(`it has no step ${quoted(stepId)}: GET …/tasks/${taskId}/steps lists its steps`);
  const before = await database.query<Record>(
    `SELECT id, position, kind, name, ordered, status, started_at, finished_at FROM task_steps
     WHERE task_id = ? AND project_id = ? AND position < ? ORDER BY position`,
    [taskId, projectId, step.position],
  );
  // If steps overlapped, one that had not ended by then is repeated, as is the step itself.
  const taken = before.filter(
    ({ finished_at: end }) => Boolean(step.ordered) || (end !== null && end <= step.started_at),
  );
  for (const { kind, name, status } of taken) {
    if (kind === 'approval')
      throw refused(
        `the decision on ${quoted(name)} comes before that step, and a decision holds for the task that it was given for: begin with that approval, or before it`,
      );
    if (status !== 'success' && status !== 'failed')
      throw refused(
        `the ${kind} ${quoted(name)} before that step is recorded as ${status}: begin with it, or before it`,
      );
  }
  return taken.map(({ id }) => id);
}

/** Inserts records of another task, in their order, for a task that is created in this transaction. */
export async function copySteps(
  transaction: Transaction,
  projectId: string,
  ids: readonly string[],
  taskId: string,
): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    await transaction.query(
      `WITH copied (old_id, new_id) AS (VALUES ${some.map(() => '(?, ?)').join(', ')})
       INSERT INTO task_steps (id, project_id, task_id, position, kind, name, occurrence, ordered, status,
         attempts, result, error_type, error_message, detail, started_at, wake_at, finished_at)
       SELECT new_id, project_id, CAST(? AS text), position, kind, name, occurrence, ordered, status,
         attempts, result, error_type, error_message, detail, started_at, NULL, finished_at
       FROM copied CROSS JOIN task_steps WHERE id = old_id AND project_id = ?`,
      [...some.flatMap((id) => [id, newId()]), taskId, projectId],
    );
  }
  if (ids.length > 0)
    await transaction.query('UPDATE tasks SET step_count = ? WHERE id = ? AND project_id = ?', [
      ids.length,
      taskId,
      projectId,
    ]);
}

export function refused(reason: string): MetarunError {
  const message = `The task cannot be made again from this step: ${reason}.`;
  return new MetarunError(TASK_ERRORS.rerun_refused, message, {
    errors: [{ pointer: '/from_step', message: reason }],
  });
}
