import type { Database } from '../../../platform/database/database.js';
import { isNoDraft } from '../../../workflow/engine/state/drafts.js';
import { indexed } from '../../../platform/database/indexed.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';

/** A task as a bar in a chart of recent runs. */
export interface RecentRun {
  id: string;
  status: string;
  /** Time of its creation, in ms. */
  at: number;
  /** Time from its first start to its end, in ms; null until both are known. */
  ms: number | null;
}

type Row = Pick<TaskEntity, 'id' | 'status' | 'created_at' | 'started_at' | 'finished_at'>;

/** Indexes of the tasks of one meta-task, and of one schedule, by creation. */
const INDEXES = { task_type: 'tasks_project_type', schedule_id: 'tasks_schedule' } as const;

/** Returns the latest tasks of a meta-task (by its identifier) or of a schedule (by its id), latest first. */
export async function recentRuns(
  database: Database,
  projectId: string,
  [column, value]: readonly [keyof typeof INDEXES, string],
  limit: number,
): Promise<RecentRun[]> {
  const saved = isNoDraft(database, projectId);
  const rows = await database.query<Row>(
    `SELECT id, status, created_at, started_at, finished_at FROM ${indexed(database, 'tasks', INDEXES[column])}
     WHERE project_id = ? AND ${column} = ? AND ${saved.sql}
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    [projectId, value, ...saved.values, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    at: row.created_at,
    ms:
      row.started_at === null || row.finished_at === null ? null : row.finished_at - row.started_at,
  }));
}
