import type { Database, Transaction } from '../../platform/database/database.js';
import { LeasedQueue } from '../../platform/database/leased-queue.js';

/** A row of a job table: a project with texts that need vectors. */
export interface VectorJob {
  project_id: string;
  attempts: number;
  /** Number of failed attempts since the last vector was created. */
  failures: number;
}

/** Time without a lease renewal after which a server is considered dead, in ms. */
const LEASE_MS = 15_000;
/**
 * First and longest pause after failures, in ms; each is twice the previous one. Attempts continue until one succeeds.
 */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** Pause after an error that persists until the operator or an administrator changes something, in ms. */
const FINAL_PAUSE_MS = 60 * 60_000;
const MAX_ERROR = 2_000;

/** The queue of {@link VectorJob}s. */
export class VectorJobs {
  readonly queue: LeasedQueue<VectorJob>;
  private readonly listeners: (() => void)[] = [];

  /** `table`: name of the job table; `projects`: SQL of the ids of the projects with texts to embed. */
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

  /** Registers a listener that is called once a transaction has added a job. */
  onAdded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Adds a job for the missing vectors of a project once the transaction is committed. */
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

  /** Adds a job for each project with texts, or makes it due, since the model may have changed. */
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

  /**
   * Records in the transaction of the vectors that some were created. Throws if this server no longer holds the job.
   */
  async made(transaction: Transaction, job: VectorJob): Promise<void> {
    const { sql, values } = this.queue.held(job);
    const rows = await transaction.query(
      `UPDATE ${this.table} SET failures = 0, error = NULL WHERE ${sql} RETURNING project_id`,
      values,
    );
    if (rows.length === 0) throw new Error('the job belongs to another server');
    job.failures = 0;
  }

  /** Returns the reason why the last request of a project failed; null if it succeeded. */
  async problem(projectId: string): Promise<string | null> {
    const [row] = await this.database.query<{ error: string | null }>(
      `SELECT error FROM ${this.table} WHERE project_id = ?`,
      [projectId],
    );
    return row?.error ?? null;
  }

  /** Ends a job in the transaction that finds no remaining work. */
  async done(transaction: Transaction, job: VectorJob): Promise<void> {
    const { sql, values } = this.queue.held(job);
    await transaction.query(`DELETE FROM ${this.table} WHERE ${sql}`, values);
  }
}
