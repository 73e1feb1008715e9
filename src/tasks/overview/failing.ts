import type { Database, SqlValue } from '../../platform/database/database.js';
import { indexed } from '../../platform/database/indexed.js';
import { isNoDraft } from '../../workflow/engine/state/drafts.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';

/** A meta-task whose last run failed. Times in ms. */
export interface Failing {
  metaTask: string;
  last: LastFailure;
  /** Number of failures since the last success, at most {@link MAX_COUNTED}. */
  count: number;
  /** Creation time of the first of these failures; {@link firstVersion} is its version. */
  since: number;
  firstVersion: number;
  lastSuccess: { id: string; version: number; at: number } | null;
}

export type LastFailure = Pick<
  TaskEntity,
  'id' | 'task_type' | 'error_code' | 'error_message' | 'created_at' | 'task_type_version'
>;

/** Age from which a last failure is ignored, in ms. */
export const FAILING_MS = 7 * 24 * 60 * 60 * 1000;
/** Maximum number of failures that are counted of a meta-task. */
export const MAX_COUNTED = 1_000;
/** Number of runs that are searched for a success, before the last failure and after it. */
export const MAX_LOOKED = 500;
/** Number of meta-tasks that are examined, those with the latest failures first. */
const MAX_CANDIDATES = 100;

/**
 * Returns the meta-tasks whose last finished run failed, latest failure first. They are examined one at a time, so
 * that other requests are not delayed.
 */
export async function failingMetaTasks(
  database: Database,
  projectId: string,
  now: number,
  limit: number,
): Promise<Failing[]> {
  const found: Failing[] = [];
  for (const last of await lastFailures(database, projectId, now - FAILING_MS)) {
    const one = await database.inTurn(projectId, () => failing(database, projectId, last));
    if (one !== null) found.push(one);
    if (found.length === limit) break;
  }
  return found;
}

/**
 * Returns the last failure of each meta-task that is not archived, latest first, by one index lookup for each
 * meta-task.
 */
function lastFailures(
  database: Database,
  projectId: string,
  since: number,
): Promise<LastFailure[]> {
  const saved = isNoDraft(database, projectId, 'f.id');
  return database.query<LastFailure>(
    `SELECT t.id, t.task_type, t.error_code, t.error_message, t.created_at, t.task_type_version
     FROM (SELECT (SELECT f.id FROM ${indexed(database, 'tasks f', 'tasks_type_ends')}
         WHERE f.project_id = m.project_id AND f.task_type = m.identifier AND ${failed('f')}
           AND f.created_at >= ? AND ${saved.sql}
         ORDER BY f.created_at DESC, f.id DESC LIMIT 1) AS id
       FROM task_types m WHERE m.project_id = ? AND m.archived_at IS NULL) AS each_last
     JOIN tasks t ON t.id = each_last.id
     ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_CANDIDATES}`,
    [since, ...saved.values, projectId],
  );
}

/** Returns the failures of a meta-task since its last success; null if a later run succeeded. */
async function failing(
  database: Database,
  projectId: string,
  last: LastFailure,
): Promise<Failing | null> {
  const { task_type: metaTask, created_at: at } = last;
  const later = await success(database, projectId, metaTask, 'created_at > ?', 'ASC', at);
  if (later !== null) return null;
  const before = await success(database, projectId, metaTask, 'created_at < ?', 'DESC', at);
  const from = before?.created_at ?? (await lookedUntil(database, projectId, metaTask, at));
  const since = await failuresSince(database, projectId, metaTask, from);
  return {
    metaTask,
    last,
    count: Math.max(1, since.count),
    since: since.first?.created_at ?? at,
    firstVersion: since.first?.task_type_version ?? last.task_type_version,
    lastSuccess:
      before === null
        ? null
        : { id: before.id, version: before.task_type_version, at: before.created_at },
  };
}

type Run = Pick<TaskEntity, 'id' | 'task_type_version' | 'created_at'>;

/** Returns the nearest success before or after a time, among the nearest {@link MAX_LOOKED} runs. */
async function success(
  database: Database,
  projectId: string,
  metaTask: string,
  side: string,
  order: 'ASC' | 'DESC',
  at: number,
): Promise<Run | null> {
  const saved = isNoDraft(database, projectId);
  const [found] = await database.query<Run>(
    `SELECT id, task_type_version, created_at FROM (
       SELECT id, task_type_version, created_at, status FROM ${indexed(database, 'tasks', 'tasks_project_type')}
       WHERE project_id = ? AND task_type = ? AND ${side} AND ${saved.sql}
       ORDER BY created_at ${order}, id ${order} LIMIT ${MAX_LOOKED}) AS runs
     WHERE status = 'success' ORDER BY created_at ${order}, id ${order} LIMIT 1`,
    [projectId, metaTask, at, ...saved.values],
  );
  return found ?? null;
}

/**
 * Returns the time just before the oldest run among which {@link success} searches before `at`; 0 if it searches all
 * runs.
 */
async function lookedUntil(
  database: Database,
  projectId: string,
  metaTask: string,
  at: number,
): Promise<number> {
  const saved = isNoDraft(database, projectId);
  const [found] = await database.query<{ created_at: number }>(
    `SELECT created_at FROM ${indexed(database, 'tasks', 'tasks_project_type')}
     WHERE project_id = ? AND task_type = ? AND created_at < ? AND ${saved.sql}
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${MAX_LOOKED - 1}`,
    [projectId, metaTask, at, ...saved.values],
  );
  return found === undefined ? 0 : found.created_at - 1;
}

async function failuresSince(
  database: Database,
  projectId: string,
  metaTask: string,
  from: number,
): Promise<{ count: number; first: Run | undefined }> {
  const saved = isNoDraft(database, projectId);
  const where = `project_id = ? AND task_type = ? AND ${failed()} AND created_at > ? AND ${saved.sql}`;
  const ofFailures = indexed(database, 'tasks', 'tasks_type_ends');
  const values: SqlValue[] = [projectId, metaTask, from, ...saved.values];
  const [first] = await database.query<Run>(
    `SELECT id, task_type_version, created_at FROM ${ofFailures}
     WHERE ${where} ORDER BY created_at, id LIMIT 1`,
    values,
  );
  const [counted] = await database.query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (SELECT id FROM ${ofFailures} WHERE ${where} LIMIT ${MAX_COUNTED}) AS failures`,
    values,
  );
  return { count: Number(counted?.count ?? 0), first };
}

/** Returns the condition in the wording of the partial index, which the planner must recognise. */
function failed(table = 'tasks'): string {
  return `${table}.status = 'failed' AND ${table}.status IN ('failed', 'cancelled')`;
}
