import type { Condition, Database } from '../../../platform/database/database.js';
import { indexed } from '../../../platform/database/indexed.js';

/**
 * Returns the condition that a task is no draft, by its id, which every index of tasks has: so a statement that is answered by an
 * index alone stays so. The drafts of a project are those of a day, and are read once for a statement.
 */
export function isNoDraft(
  database: Pick<Database, 'kind'>,
  projectId: string,
  id = 'id',
): Condition {
  const from = indexed(database, 'tasks draft', 'tasks_drafts');
  return {
    sql: `${id} NOT IN (SELECT draft.id FROM ${from} WHERE draft.project_id = ? AND draft.draft = 1)`,
    values: [projectId],
  };
}
