import type { TaskEntity } from '../state/task.entity.js';
import type { Transitions } from '../state/transitions.js';
import { endTaskItself, notifyParents } from './end-task.js';

/** Maximum number of tasks ended per call. */
const BATCH = 500;

/** SQL of the task's total time limit in seconds. It is read from the version, which never changes. */
export const TOTAL_SECONDS =
  '(SELECT total_timeout_seconds FROM task_type_versions version WHERE version.id = tasks.version_id)';

/**
 * Ends pending and waiting tasks past their deadline as `failed` with `timeout`. Returns the number found, at most 500;
 * the caller repeats the call until it is 0.
 */
export async function expire(transitions: Transitions, at: number): Promise<number> {
  const { database } = transitions;
  const passed = "finished_at IS NULL AND deadline_at <= ? AND status IN ('pending', 'waiting')";
  const found = await database.query<Pick<TaskEntity, 'id' | 'project_id'>>(
    `SELECT id, project_id FROM tasks WHERE ${passed} ORDER BY deadline_at LIMIT ${BATCH}`,
    [at],
  );
  for (const tasks of Map.groupBy(found, (task) => task.project_id).values())
    await database.write(async (transaction) => {
      const rows = await transaction.query<TaskEntity>(
        `UPDATE tasks SET status = 'failed', error_code = 'timeout', error_stack = NULL,
           error_message = 'The task passed its total limit of ' || ${TOTAL_SECONDS}
             || ' s (total_timeout_seconds) before it could run to its end.',
           finished_at = ${database.now}
         WHERE ${passed} AND id IN (${tasks.map(() => '?').join(', ')}) RETURNING *`,
        [at, ...tasks.map(({ id }) => id)],
      );
      for (const row of rows) {
        transitions.status(transaction, row);
        await transitions.released(transaction, row);
        await endTaskItself(transitions, transaction, row);
      }
      await notifyParents(transitions, transaction, rows);
    });
  return found.length;
}
