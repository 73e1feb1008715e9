import type { Database, SqlValue } from '../../platform/database/database.js';
import type { TaskStatus } from '../../workflow/engine/task-status.js';
import { SUMMARY_COLUMNS, type SummaryRow, summaryOf, type TaskSummary } from './task.js';
import type { TaskCursor } from './task-cursor.js';

export interface TaskFilter {
  status?: TaskStatus | undefined;
  metaTask?: string | undefined;
  scheduleId?: string | undefined;
  parentId?: string | undefined;
  /** Only those without a parent. */
  roots?: boolean | undefined;
  /** ms, exclusive */
  createdAfter?: number | undefined;
  /** ms, exclusive */
  createdBefore?: number | undefined;
  /** Part of the name, case counts not. */
  q?: string | undefined;
  cursor?: TaskCursor | undefined;
  limit: number;
  offset: number;
}

interface Condition {
  sql: string;
  values: SqlValue[];
}

/** The conditions that an index answers by itself, and those that are left to look for: `named`, on the name, `others` on the row. */
interface Conditions {
  indexed: Condition[];
  named: Condition[];
  others: Condition[];
}

const COLUMNS = SUMMARY_COLUMNS.join(', ');
const COLUMNS_OF_TASK = SUMMARY_COLUMNS.map((name) => `t.${name}`).join(', ');
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';
/** Tasks that one statement looks through: few at first, since most searches end soon; then some 5 ms of work. */
const FIRST_CHUNK = 200;
const CHUNK_GROWTH = 4;
const MAX_CHUNK = 3_200;

/** Tasks of a project, newest first. */
export async function listTasks(
  database: Database,
  projectId: string,
  filter: TaskFilter,
): Promise<TaskSummary[]> {
  const conditions = conditionsOf(database, projectId, filter);
  if (conditions.others.length + conditions.named.length > 0)
    return search(database, projectId, conditions, filter);
  const rows = await select(database, [...conditions.indexed, ...after(filter.cursor)], filter);
  return rows.map(summaryOf);
}

/**
 * Finds what no index leads to by looking through what one does, a chunk at a time, so that no other request is kept waiting. A
 * search by name looks through the index alone, which holds the names, and reads the rows of the tasks that it finds.
 */
async function search(
  database: Database,
  projectId: string,
  { indexed, named, others }: Conditions,
  { limit, offset, cursor }: TaskFilter,
): Promise<TaskSummary[]> {
  const found: SummaryRow[] = [];
  const matches = all([...named, ...others]);
  let from = cursor;
  for (let size = FIRST_CHUNK; ; size = Math.min(MAX_CHUNK, size * CHUNK_GROWTH)) {
    const inChunk = all([...indexed, ...after(from)]);
    const end = await database.inTurn(projectId, async () => {
      // The inner limit keeps the databases from choosing another index, which may hold all of the project.
      const rows = await database.query<SummaryRow>(
        named.length > 0
          ? `SELECT ${COLUMNS_OF_TASK} FROM (SELECT id AS chunk_id, created_at AS chunk_at, name AS chunk_name
               FROM tasks WHERE ${inChunk.sql} ${NEWEST_FIRST} LIMIT ?) AS chunk
             CROSS JOIN tasks AS t WHERE t.id = chunk_id AND ${matches.sql}
             ORDER BY chunk_at DESC, chunk_id DESC LIMIT ?`
          : `SELECT ${COLUMNS} FROM (SELECT ${COLUMNS}, parent_id FROM tasks WHERE ${inChunk.sql} ${NEWEST_FIRST} LIMIT ?) AS chunk
             WHERE ${matches.sql} ${NEWEST_FIRST} LIMIT ?`,
        [...inChunk.values, size, ...matches.values, offset + limit - found.length],
      );
      found.push(...rows);
      if (found.length === offset + limit) return undefined;
      const [last] = await database.query<Pick<SummaryRow, 'created_at' | 'id'>>(
        `SELECT created_at, id FROM tasks WHERE ${inChunk.sql} ${NEWEST_FIRST} LIMIT 1 OFFSET ?`,
        [...inChunk.values, size - 1],
      );
      return last;
    });
    if (!end) break;
    from = { createdAt: end.created_at, id: end.id };
  }
  return found.slice(offset).map(summaryOf);
}

function select(
  database: Database,
  conditions: Condition[],
  { limit, offset }: TaskFilter,
): Promise<SummaryRow[]> {
  const { sql, values } = all(conditions);
  return database.query<SummaryRow>(
    `SELECT ${COLUMNS} FROM tasks WHERE ${sql} ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
    [...values, limit, offset],
  );
}

/**
 * There is an index for a status and one for a meta-task; with both given, or a name, the status leads unless it is the one that most
 * tasks have.
 */
function conditionsOf(
  database: Database,
  projectId: string,
  { status, metaTask, scheduleId, parentId, roots, createdAfter, createdBefore, q }: TaskFilter,
): Conditions {
  // Few tasks are of one schedule or parent. SQLite would go by an index of the project's, but for the sign.
  const few = scheduleId !== undefined || parentId !== undefined;
  const project = few && database.kind === 'sqlite' ? '+project_id' : 'project_id';
  const indexed: Condition[] = [{ sql: `${project} = ?`, values: [projectId] }];
  const others: Condition[] = [];
  const named: Condition[] = [];
  const byStatus =
    status !== undefined && (status !== 'success' || (metaTask === undefined && q === undefined));
  if (status !== undefined)
    (byStatus ? indexed : others).push({ sql: 'status = ?', values: [status] });
  if (metaTask !== undefined)
    (byStatus ? others : indexed).push({ sql: 'task_type = ?', values: [metaTask] });
  if (scheduleId !== undefined) indexed.push({ sql: 'schedule_id = ?', values: [scheduleId] });
  if (parentId !== undefined)
    indexed.push({ sql: 'parent_id = ?', values: [parentId.toLowerCase()] });
  if (roots === true) others.push({ sql: 'parent_id IS NULL', values: [] });
  if (createdAfter !== undefined) indexed.push({ sql: 'created_at > ?', values: [createdAfter] });
  if (createdBefore !== undefined) indexed.push({ sql: 'created_at < ?', values: [createdBefore] });
  if (q !== undefined) {
    const escaped = q.toLowerCase().replace(/[\\%_]/g, '\\$&');
    named.push({ sql: "LOWER(chunk_name) LIKE ? ESCAPE '\\'", values: [`%${escaped}%`] });
  }
  return { indexed, named, others };
}

function after(cursor: TaskCursor | undefined): Condition[] {
  if (cursor === undefined) return [];
  return [{ sql: '(created_at, id) < (?, ?)', values: [cursor.createdAt, cursor.id] }];
}

function all(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}
