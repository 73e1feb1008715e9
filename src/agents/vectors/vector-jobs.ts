import type { Database, Transaction } from '../../platform/database/database.js';
import { LeasedQueue } from '../../platform/database/leased-queue.js';

/** A row of a table of jobs: a project that vectors are to be made for. */
export interface VectorJob {
  project_id: string;
  attempts: number;
  /** Attempts that failed since one vector was made. */
  failures: number;
}

/** A server that has not renewed a lease for this long is considered dead, ms. */
const LEASE_MS = 15_000;
/** The pause after a first failure and the longest one, ms; each is twice the one before. It is tried for as long as it takes. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** The pause where the same request cannot succeed, until the operator or an administrator changes something, ms. */
const FINAL_PAUSE_MS = 60 * 60_000;
const MAX_ERROR = 2_000;

/** The queue of {@link VectorJob}s. */
export class VectorJobs {
  readonly queue: LeasedQueue<VectorJob>;
  private readonly listeners: (() => void)[] = [];

  /** `table`: that of the jobs; `projects`: SQL of the ids of the projects that have texts to embed. */
  constructor(
    private readonly database: Database,
    private readonly table: string,
    private readonly projects: string,
  ) {
    this.queue = new LeasedQueue(database, {
      name: table,
      keys: ['project_id'],
      due: 'next_at',
      queued: 'TRUE',
      leaseMs: LEASE_MS,
    });
  }

  /** `listener` is called once a transaction has added a job. */
  onAdded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Has the vectors that a project lacks be made, once the transaction is committed. */
  async add(transaction: Transaction, projectId: string): Promise<void> {
    await transaction.query(
      `INSERT INTO ${this.table} (project_id, attempts, failures, next_at, created_at)
       VALUES (?, 0, 0, ${this.database.now}, ${this.database.now}) ON CONFLICT (project_id) DO NOTHING`,
      [projectId],
    );
    transaction.afterCommit(() => {
      for (const listener of this.listeners) listener();
    });
  }

  /** Adds a job for each project with texts, or makes it due: the model may be another since. */
  async addAll(): Promise<void> {
    const { now } = this.database;
    await this.database.execute(
      `INSERT INTO ${this.table} (project_id, attempts, failures, next_at, created_at)
       SELECT p.id, 0, 0, ${now}, ${now} FROM projects p WHERE p.id IN (${this.projects})
       ON CONFLICT (project_id) DO UPDATE SET next_at = excluded.next_at WHERE ${this.table}.failures > 0`,
    );
  }

  /** Notes that a request has failed. `again`: the same one may succeed; `afterMs`: the pause that the provider asks for. */
  async failed(
    job: VectorJob,
    error: string,
    { again, afterMs }: { again: boolean; afterMs: number | null },
  ): Promise<void> {
    const own = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(job.failures, 20));
    const pause = again ? Math.max(own, Math.min(afterMs ?? 0, FINAL_PAUSE_MS)) : FINAL_PAUSE_MS;
    const text = error.slice(0, MAX_ERROR).toWellFormed().replaceAll('\0', '');
    const { sql, values } = this.queue.held(job);
    await this.database.execute(
      `UPDATE ${this.table} SET error = ?, failures = failures + 1, next_at = ${this.database.now} + ? WHERE ${sql}`,
      [text, pause, ...values],
    );
  }

  /** Notes in the transaction of the vectors that some were made. Throws if the job is not this server's any more. */
  async made(transaction: Transaction, job: VectorJob): Promise<void> {
    const { sql, values } = this.queue.held(job);
    const rows = await transaction.query(
      `UPDATE ${this.table} SET failures = 0, error = NULL WHERE ${sql} RETURNING project_id`,
      values,
    );
    if (rows.length === 0) throw new Error('the job belongs to another server');
    job.failures = 0;
  }

  /** Returns why the last request of a project failed; null where it did not. */
  async problem(projectId: string): Promise<string | null> {
    const [row] = await this.database.query<{ error: string | null }>(
      `SELECT error FROM ${this.table} WHERE project_id = ?`,
      [projectId],
    );
    return row?.error ?? null;
  }

  /** Ends a job, in the transaction that finds nothing to do for it. */
  async done(transaction: Transaction, job: VectorJob): Promise<void> {
    const { sql, values } = this.queue.held(job);
    await transaction.query(`DELETE FROM ${this.table} WHERE ${sql}`, values);
  }
}
