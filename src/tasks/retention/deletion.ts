import type { Database, SqlValue, Transaction } from '../../platform/database/database.js';
import { indexed } from '../../platform/database/indexed.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import { isFinished, type TaskStatus } from '../../workflow/engine/state/task-status.js';
import type { Policy } from './policy.js';
import type { RetentionService } from './retention.service.js';
import { TASK_ROWS, type TaskRows } from './task-rows.js';

/** Key of the advisory lock under which only one server on a PostgreSQL database deletes at a time. */
const DELETION_LOCK = 7_305_110_613;

/** A finished task, and a position in the order of ends. */
export interface Ended {
  id: string;
  /** End of the task in ms, by the database clock. */
  finished_at: number;
}

/** Retention of a draft after its end, in ms. */
export const DRAFT_AGE_MS = 24 * 60 * 60 * 1000;

/** The retention that applies to tasks. Drafts have a fixed one; drafts that a user discards have none. */
type Kept = keyof Policy | 'drafts' | 'discarded';

/** Result of one write. */
export interface Written {
  /** Duration of the write in ms, without the wait for its turn. */
  ms: number;
  /** Number of deleted rows of each kind. */
  deleted: Record<string, number>;
  /** True if nothing is left for the write to delete. */
  done: boolean;
}

/** Returns tasks of a project that ended more than `ageMs` ago and follow `after` in the order of ends. */
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

/** Returns drafts of a project that ended more than {@link DRAFT_AGE_MS} ago, oldest first. */
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
 * Writes that delete what a project no longer keeps. Each reads the policy and checks the tasks again in its own
 * transaction, so that a changed policy applies at once and a task that was retried in the meantime keeps its rows. A
 * write returns null if another server is deleting.
 */
export class Deletion {
  constructor(
    private readonly database: Database,
    private readonly retention: RetentionService,
    private readonly projectId: string,
  ) {}

  /** Deletes at most `limit` rows of one kind that belong to the tasks. */
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

  /** Deletes the tasks and their rows. It deletes at most `limit` rows, and the tasks only when no row is left. */
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
      // The version of a draft belongs to this one task; children use saved versions, which stay.
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
    // Rows are selected by their physical address, since the tables have no other key in common.
    const which = (tasks: string): string => {
      const theirs = through
        ? `${through.column} IN (SELECT id FROM ${through.table} WHERE task_id ${tasks})`
        : `task_id ${tasks}`;
      return `FROM ${table} WHERE ${only} AND ${theirs} LIMIT ${limit}`;
    };
    const rows = await transaction.query(
      this.database.kind === 'postgres'
        ? // One lookup for each task: for a list of tasks with a LIMIT, PostgreSQL would choose a scan.
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
        // An index finds the rows of a task. If the statistics suggest very many rows for each task, PostgreSQL would
        // scan the table instead.
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
    // A negative age includes tasks that ended within this millisecond.
    if (days === 'discarded') return -1;
    return this.retention.ageMs(transaction, this.projectId, days);
  }

  /**
   * Returns the tasks that are finished and old enough, which stay so until the transaction ends. The query selects by
   * id alone: with more conditions, SQLite reads every old task of the project.
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
