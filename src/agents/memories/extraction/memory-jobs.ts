import { Injectable } from '@nestjs/common';
import { MetarunError, unknownId } from '../../../base/kernel/errors.js';
import { isUuid } from '../../../base/kernel/ids.js';
import { Database, type SqlValue, type Transaction } from '../../../platform/database/database.js';
import { LeasedQueue } from '../../../platform/database/leased-queue.js';
import type { MemoryJobState } from '../memory-words.js';

/** A row of the table `memory_jobs`: a task from which memories are distilled. */
export interface MemoryJob {
  task_id: string;
  project_id: string;
  state: MemoryJobState;
  /** Number of attempts that have begun. */
  attempts: number;
  /** Time of the next attempt or, while one runs, the end of its lease; ms by the database's clock. */
  next_at: number;
  /** Reason why the last finished attempt failed. */
  error: string | null;
  /** {@link JobFigures}; null until the job is done. */
  candidates: number | null;
  admitted: number | null;
  refused: number | null;
  created_at: number;
  finished_at: number | null;
}

/** Figures of a finished job. */
export interface JobFigures {
  candidates: number;
  admitted: number;
  refused: number;
}

/** Time without a lease renewal after which a server is considered dead, in ms. */
const LEASE_MS = 15_000;
/** Pauses after failed attempts, in ms: five attempts within a day. */
const PAUSES_MS = [60_000, 15 * 60_000, 2 * 3_600_000, 12 * 3_600_000];
const MAX_ERROR = 2_000;

/** The queue of {@link MemoryJob}s. */
@Injectable()
export class MemoryJobs {
  readonly queue: LeasedQueue<MemoryJob>;

  constructor(private readonly database: Database) {
    this.queue = new LeasedQueue(database, {
      name: 'memory_jobs',
      keys: ['task_id', 'project_id'],
      due: 'next_at',
      queued: `state = 'pending'`,
      leaseMs: LEASE_MS,
    });
  }

  /** Adds the job of a task that ends in this transaction. */
  async add(
    transaction: Transaction,
    { id, project_id }: { id: string; project_id: string },
  ): Promise<void> {
    await transaction.query(
      `INSERT INTO memory_jobs (task_id, project_id, state, attempts, next_at, created_at)
       VALUES (?, ?, 'pending', 0, ${this.database.now}, ${this.database.now}) ON CONFLICT DO NOTHING`,
      [id, project_id],
    );
  }

  /** Notes that an attempt has failed. `final`: no further one can succeed. */
  async failed(job: MemoryJob, error: string, final: boolean): Promise<void> {
    const pause = PAUSES_MS[job.attempts - 1];
    const text = error.slice(0, MAX_ERROR).toWellFormed().replaceAll('\0', '');
    const over = final || pause === undefined;
    const { sql, values } = this.queue.held(job);
    await this.database.execute(
      `UPDATE memory_jobs SET error = ?, state = ?, next_at = ${this.database.now} + ?,
         finished_at = ${over ? this.database.now : 'NULL'} WHERE ${sql}`,
      [text, over ? 'failed' : 'pending', pause ?? 0, ...values],
    );
  }

  /** Ends a job in the transaction of its results. Returns false if this server no longer holds the job. */
  async done(transaction: Transaction, job: MemoryJob, figures: JobFigures): Promise<boolean> {
    const { sql, values } = this.queue.held(job);
    const given: SqlValue[] = [figures.candidates, figures.admitted, figures.refused, ...values];
    const rows = await transaction.query(
      `UPDATE memory_jobs SET state = 'done', error = NULL, candidates = ?, admitted = ?, refused = ?,
         finished_at = ${this.database.now} WHERE ${sql} RETURNING task_id`,
      given,
    );
    return rows.length > 0;
  }

  /** Returns the jobs of a project, newest task first, up to but excluding the task `cursor`. */
  list(
    projectId: string,
    page: { state?: MemoryJobState | undefined; cursor?: string | undefined; limit: number },
  ): Promise<MemoryJob[]> {
    const where = ['project_id = ?'];
    const values: SqlValue[] = [projectId];
    if (page.state !== undefined) {
      // The explicit condition makes the database use the index of unfinished jobs.
      where.push(page.state === 'done' ? 'state = ?' : `state = ? AND state <> 'done'`);
      values.push(page.state);
    }
    if (page.cursor !== undefined) {
      where.push('task_id < ?');
      values.push(page.cursor.toLowerCase());
    }
    return this.database.query<MemoryJob>(
      `SELECT * FROM memory_jobs WHERE ${where.join(' AND ')}
       ORDER BY project_id DESC, task_id DESC LIMIT ?`,
      [...values, page.limit],
    );
  }

  /** Returns the number of a project's unfinished jobs by state. */
  async open(projectId: string): Promise<{ pending: number; failed: number }> {
    const rows = await this.database.query<{ state: string; count: number }>(
      `SELECT state, COUNT(*) AS count FROM memory_jobs
       WHERE project_id = ? AND state <> 'done' GROUP BY state`,
      [projectId],
    );
    const of = (state: MemoryJobState): number =>
      Number(rows.find((row) => row.state === state)?.count ?? 0);
    return { pending: of('pending'), failed: of('failed') };
  }

  /**
   * Makes a job due now that has failed or waits for its next attempt. Attempts are counted on, so that a job after
   * its last attempt gets one more. Throws a 404 if the task has no job, and a 409 if there is nothing to retry.
   */
  async retry(projectId: string, taskId: string): Promise<MemoryJob> {
    const key = [isUuid(taskId) ? taskId.toLowerCase() : '', projectId];
    // A job that is due later than the length of a lease is held by no server; all others begin or end soon.
    const [row] = await this.database.execute<MemoryJob>(
      `UPDATE memory_jobs SET state = 'pending', next_at = ${this.database.now}, finished_at = NULL
       WHERE task_id = ? AND project_id = ?
         AND (state = 'failed' OR state = 'pending' AND next_at > ${this.database.now} + ?) RETURNING *`,
      [...key, LEASE_MS],
    );
    if (row !== undefined) return row;
    const [job] = await this.database.query<MemoryJob>(
      'SELECT * FROM memory_jobs WHERE task_id = ? AND project_id = ?',
      key,
    );
    if (job === undefined) throw unknownId('task with a job of memories', taskId, 'memories/jobs');
    throw new MetarunError(
      'conflict',
      job.state === 'done'
        ? 'The memories of this task have been distilled: there is nothing to try again.'
        : 'The job is being done, or is about to be: look at it again in a minute.',
    );
  }
}
