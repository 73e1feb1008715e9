import type { Database, SqlValue, Transaction } from '../../platform/database/database.js';
import { indexed } from '../../platform/database/indexed.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import { isFinished, type TaskStatus } from '../../workflow/engine/state/task-status.js';
import type { Policy } from './policy.js';
import type { RetentionService } from './retention.service.js';
import { TASK_ROWS, type TaskRows } from './task-rows.js';

/** Names the lock that lets one of the servers on a PostgreSQL delete at a time. */
const DELETION_LOCK = 7_305_110_613;

/** A finished task that may be next. */
export interface Ended {
  id: string;
  /** ms, by the database's clock */
  finished_at: number;
}

/** The time for which a draft is kept after its end, ms. */
export const DRAFT_AGE_MS = 24 * 60 * 60 * 1000;

/** The days that say how long tasks are kept; drafts have a time of their own, and those that a user discards none. */
type Kept = keyof Policy | 'drafts' | 'discarded';

/** The result of one write. */
export interface Written {
  /** The time that it took once it had its turn. */
  ms: number;
  /** Rows that it deleted, by what they are. */
  deleted: Record<string, number>;
  /** True if nothing is left of what it was to delete. */
  done: boolean;
}

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

/** Drafts of a project that ended more than {@link DRAFT_AGE_MS} ago, the oldest first. */
export function endedDrafts(
  database: Database,
  projectId: string,
  limit: number,
): Promise<Pick<Ended, 'id'>[]> {
  return database.query<Pick<Ended, 'id'>>(
    `SELECT id FROM ${indexed(database, 'tasks', 'tasks_drafts')}
     WHERE project_id = ? AND draft = 1 AND finished_at < ${database.now} - ?
     ORDER BY created_at, id LIMIT ?`,
    [projectId, DRAFT_AGE_MS, limit],
  );
}

/**
 * The writes of retention. Each reads the project's policy and looks at the tasks again, in its own
 * transaction: once a policy has been changed nothing is deleted by the one before, and a task that has been retried in
 * the meantime keeps what it has. Null where another server is deleting.
 */
export class Deletion {
  constructor(
    private readonly database: Database,
    private readonly retention: RetentionService,
    private readonly projectId: string,
  ) {}

  /** Deletes `limit` rows at most of one kind that the tasks have. */
  rows(
    part: TaskRows,
    days: keyof Policy,
    tasks: readonly string[],
    limit: number,
  ): Promise<Written | null> {
    return this.write(days, tasks, async (transaction, ids, deleted) => {
      const gone = await this.deleteRows(transaction, part, ids, limit);
      deleted[part.what] = gone;
      return gone < limit;
    });
  }

  /** Deletes the tasks with all that belongs to them; of that `limit` rows at most, and the tasks only when none is left. */
  tasks(
    tasks: readonly string[],
    limit: number,
    kept: 'tasks' | 'drafts' | 'discarded' = 'tasks',
  ): Promise<Written | null> {
    return this.write(kept, tasks, async (transaction, ids, deleted) => {
      let left = limit;
      for (const part of TASK_ROWS) {
        const gone = await this.deleteRows(transaction, part, ids, left);
        deleted[part.what] = gone;
        left -= gone;
        if (left <= 0) return false;
      }
      const rows = await transaction.query<Pick<TaskEntity, 'version_id' | 'draft'>>(
        `DELETE FROM tasks WHERE id IN (${placesFor(ids)}) RETURNING version_id, draft`,
        ids,
      );
      deleted['tasks'] = rows.length;
      // A version that is not saved has this one task; the children of that have versions that are.
      const versions = rows.filter(({ draft }) => draft === 1).map((row) => row.version_id);
      if (versions.length > 0)
        await transaction.query(
          `DELETE FROM task_type_versions WHERE id IN (${placesFor(versions)}) AND version < 0`,
          versions,
        );
      return true;
    });
  }

  private async deleteRows(
    transaction: Transaction,
    { table, through, only = 'true' }: TaskRows,
    ids: readonly string[],
    limit: number,
  ): Promise<number> {
    // Where a row lies: the one key that every table has.
    const which = (tasks: string): string => {
      const theirs = through
        ? `${through.column} IN (SELECT id FROM ${through.table} WHERE task_id ${tasks})`
        : `task_id ${tasks}`;
      return `FROM ${table} WHERE ${only} AND ${theirs} LIMIT ${limit}`;
    };
    const rows = await transaction.query(
      this.database.kind === 'postgres'
        ? // Task by task: of many at once, with a limit, PostgreSQL expects to find enough wherever it begins to read.
          `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
             SELECT place FROM unnest(ARRAY[${placesFor(ids)}]) AS task (id)
             CROSS JOIN LATERAL (SELECT ctid AS place ${which('= task.id')}) AS own LIMIT ${limit}))
           RETURNING 1 AS gone`
        : `DELETE FROM ${table} WHERE rowid IN (SELECT rowid ${which(`IN (${placesFor(ids)})`)})
           RETURNING 1 AS gone`,
      ids,
    );
    return rows.length;
  }

  private async write(
    days: Kept,
    tasks: readonly string[],
    work: (
      transaction: Transaction,
      ids: readonly string[],
      deleted: Record<string, number>,
    ) => Promise<boolean>,
  ): Promise<Written | null> {
    let began = 0;
    const deleted: Record<string, number> = {};
    const done = await this.database.write(async (transaction) => {
      began = performance.now();
      if (this.database.kind === 'postgres') {
        // Each kind of rows is found by an index on the task. Where the statistics say that tasks have very many rows,
        // PostgreSQL would read a whole table for each task instead.
        const [lock] = await transaction.query<{ mine: boolean }>(
          `SELECT pg_try_advisory_xact_lock(?) AS mine, set_config('enable_seqscan', 'off', true)`,
          [DELETION_LOCK],
        );
        if (lock?.mine !== true) return null;
      }
      const ageMs = await this.ageMs(transaction, days);
      const ids = ageMs === null ? [] : await this.stillOld(transaction, tasks, ageMs);
      return ids.length === 0 || (await work(transaction, ids, deleted));
    });
    return done === null ? null : { ms: performance.now() - began, deleted, done };
  }

  private async ageMs(transaction: Transaction, days: Kept): Promise<number | null> {
    if (days === 'drafts') return DRAFT_AGE_MS;
    // One that has ended in the same millisecond, too.
    if (days === 'discarded') return -1;
    return this.retention.ageMs(transaction, this.projectId, days);
  }

  /**
   * Those of the tasks that are over and old enough, which stays so until the transaction ends. They are looked up by
   * their ids alone: with more to go by SQLite reads every old task of the project.
   */
  private async stillOld(
    transaction: Transaction,
    tasks: readonly string[],
    ageMs: number,
  ): Promise<string[]> {
    const lock = this.database.kind === 'postgres' ? 'ORDER BY id FOR UPDATE SKIP LOCKED' : '';
    const rows = await transaction.query<{
      id: string;
      project_id: string;
      status: TaskStatus;
      finished_at: number | null;
      at: number;
    }>(
      `SELECT id, project_id, status, finished_at, ${this.database.now} AS at
       FROM tasks WHERE id IN (${placesFor(tasks)}) ${lock}`,
      tasks,
    );
    return rows
      .filter(
        ({ project_id, status, finished_at, at }) =>
          project_id === this.projectId &&
          isFinished(status) &&
          finished_at !== null &&
          finished_at < at - ageMs,
      )
      .map(({ id }) => id);
  }
}

function placesFor(values: readonly SqlValue[]): string {
  return values.map(() => '?').join(', ');
}
