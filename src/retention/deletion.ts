import type { Database, SqlValue } from '../database/database.js';
import { isFinished, TASK_STATUSES } from '../engine/task-status.js';
import { TASK_ROWS, type TaskRows } from './task-rows.js';

/** Names the lock that lets one of the servers on a PostgreSQL delete at a time. */
const DELETION_LOCK = 7_305_110_613;

const FINISHED = TASK_STATUSES.filter(isFinished)
  .map((status) => `'${status}'`)
  .join(', ');

/** A finished task that may be next. */
export interface Ended {
  id: string;
  /** ms, by the database's clock */
  finished_at: number;
}

/** How long one write took once it had its turn, and how many rows it deleted; null where another server is at it. */
export type Written = { ms: number; rows: number } | null;

/** Tasks of a project that ended at least `ageMs` ago and come after `after` in the order of their ends. */
export function endedTasks(
  database: Database,
  projectId: string,
  ageMs: number,
  after: Ended,
  limit: number,
): Promise<Ended[]> {
  return database.query<Ended>(
    `SELECT id, finished_at FROM tasks
     WHERE project_id = ? AND finished_at IS NOT NULL AND finished_at < ${database.now} - ?
       AND (finished_at, id) > (?, ?)
     ORDER BY finished_at, id LIMIT ?`,
    [projectId, ageMs, after.finished_at, after.id, limit],
  );
}

/**
 * What one write of retention may delete. Each looks at the tasks again: one that has been retried in the
 * meantime keeps what it has.
 */
export class Deletion {
  constructor(
    private readonly database: Database,
    private readonly projectId: string,
    private readonly ageMs: number,
  ) {}

  /** Deletes `limit` rows at most of what belongs to the tasks. */
  rows(
    { table, only = 'true' }: TaskRows,
    ids: readonly string[],
    limit: number,
  ): Promise<Written> {
    // Where a row lies: the one key that every table has.
    const [place, all] =
      this.database.kind === 'postgres' ? ['ctid', '= ANY(ARRAY'] : ['rowid', 'IN ('];
    return this.write(
      `DELETE FROM ${table} WHERE ${place} ${all}(
         SELECT ${place} FROM ${table} WHERE ${only} AND task_id IN (
           SELECT id FROM tasks WHERE ${this.ended(ids)}) LIMIT ?)) RETURNING task_id`,
      [...this.values(ids), limit],
    );
  }

  /** Deletes those of the tasks that nothing belongs to any more. */
  tasks(ids: readonly string[]): Promise<Written> {
    const tables = [...new Set(TASK_ROWS.map(({ table }) => table))];
    const bare = tables.map(
      (table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.task_id = tasks.id)`,
    );
    return this.write(
      `DELETE FROM tasks WHERE ${[this.ended(ids), ...bare].join(' AND ')} RETURNING id`,
      this.values(ids),
    );
  }

  private ended(ids: readonly string[]): string {
    return `id IN (${ids.map(() => '?').join(', ')}) AND project_id = ?
      AND status IN (${FINISHED}) AND finished_at < ${this.database.now} - ?`;
  }

  private values(ids: readonly string[]): SqlValue[] {
    return [...ids, this.projectId, this.ageMs];
  }

  private async write(sql: string, values: readonly SqlValue[]): Promise<Written> {
    let began = 0;
    const rows = await this.database.write(async (transaction) => {
      began = performance.now();
      if (this.database.kind === 'postgres') {
        const [lock] = await transaction.query<{ mine: boolean }>(
          'SELECT pg_try_advisory_xact_lock(?) AS mine',
          [DELETION_LOCK],
        );
        if (lock?.mine !== true) return null;
      }
      return transaction.query(sql, values);
    });
    return rows === null ? null : { ms: performance.now() - began, rows: rows.length };
  }
}
