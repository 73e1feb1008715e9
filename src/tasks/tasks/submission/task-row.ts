import type { Database } from '../../../platform/database/database.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { unknownId } from '../../../base/kernel/errors.js';
import { isUuid } from '../../../base/kernel/ids.js';

/** Returns the row of a task. Throws MetarunError `not_found` if the project has no such task. */
export async function taskRow(
  database: Database,
  projectId: string,
  taskId: string,
): Promise<TaskEntity> {
  if (!isUuid(taskId)) throw unknownId('task', taskId, 'tasks');
  const [row] = await database.query<TaskEntity>(
    'SELECT * FROM tasks WHERE id = ? AND project_id = ?',
    [taskId.toLowerCase(), projectId],
  );
  if (!row) throw unknownId('task', taskId, 'tasks');
  return row;
}
