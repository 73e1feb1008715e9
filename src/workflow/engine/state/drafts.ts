import type { Condition, Database } from '../../../platform/database/database.js';
import { indexed } from '../../../platform/database/indexed.js';

/**
 * Returns the SQL condition that a task is not a draft. It uses the task's id, which every index of tasks contains, so
 * that index-only statements stay so. A project has the drafts of one day, which a statement reads once.
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
