import type { Database, SqlValue } from '../../platform/database/database.js';
import { indexed } from '../../platform/database/indexed.js';
import { isNoDraft } from '../../workflow/engine/state/drafts.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';

/** A meta-task whose last run has failed. Times in ms. */
export interface Failing {
  metaTask: string;
  /** The last failure. */
  last: LastFailure;
  /** The failures since the last success, up to {@link MAX_COUNTED}. */
  count: number;
  /** The creation, and the version, of the first of them. */
  since: number;
  firstVersion: number;
  lastSuccess: { id: string; version: number; at: number } | null;
}

export type LastFailure = Pick<
  TaskEntity,
  'id' | 'task_type' | 'error_code' | 'error_message' | 'created_at' | 'task_type_version'
>;

/** A meta-task that has not failed for this long is not looked at, ms. */
export const FAILING_MS = 7 * 24 * 60 * 60 * 1000;
/** Failures that are counted of one meta-task. */
export const MAX_COUNTED = 1_000;
/** Runs that are looked through for a success before the failures, and behind them. */
export const MAX_LOOKED = 500;
/** Meta-tasks that are looked at: those that failed last. */
const MAX_CANDIDATES = 100;

/**
 * Returns the meta-tasks whose last run that ended has failed, the latest failure first. One at a time, so that other requests get
 * their turn.
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

/** The last failure of each meta-task that is not archived, the latest first: one look into an index for each meta-task. */
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

/** Returns null where a later run has succeeded. */
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

/** Returns the nearest success on one side of a time, among the nearest {@link MAX_LOOKED} runs there. */
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

/** Returns the creation of the oldest run that {@link success} has looked at before `at`. */
async function lookedUntil(
  database: Database,
  projectId: string,
  metaTask: string,
  at: number,
): Promise<number> {
  const [found] = await database.query<{ created_at: number }>(
    `SELECT created_at FROM ${indexed(database, 'tasks', 'tasks_project_type')}
     WHERE project_id = ? AND task_type = ? AND created_at < ?
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${MAX_LOOKED - 1}`,
    [projectId, metaTask, at],
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

/** In the words of the partial index. */
function failed(table = 'tasks'): string {
  return `${table}.status = 'failed' AND ${table}.status IN ('failed', 'cancelled')`;
}
