import type { Database, SqlValue } from './database.js';

/** A table whose rows are jobs. */
export interface QueueTable {
  name: string;
  /** The columns that identify a row, starting with the primary key. */
  keys: readonly string[];
  /**
   * The column with the time when a row is due, in ms by the database's clock; for a leased row, the time when the
   * lease expires.
   */
  due: string;
  /** SQL condition of the rows that are in the queue. */
  queued: string;
  /** Time without renewal after which a lease expires and its server is considered dead (ms). */
  leaseMs: number;
}

/** Selects the rows to claim. */
export interface Claim {
  /** SQL condition, with its values; by default all rows. */
  where?: string;
  values?: readonly SqlValue[];
  order: string;
  limit: number;
  /** SQL of further assignments that a claim makes. */
  set?: string;
}

/** Number of renewals within the duration of a lease. */
const RENEWALS = 3;

/** A job that this server is working on. */
interface Held<Row> {
  job: Row;
  renewedAt: number;
  lost: AbortController;
}

/**
 * Jobs in a table, each worked on by one server at a time. A claim leases a job: no other server gets it unless the
 * lease expires. `attempts` counts claims, so that a server that has lost a job cannot change it.
 */
export class LeasedQueue<Row extends { attempts: number }> {
  private readonly jobs = new Set<Held<Row>>();

  constructor(
    private readonly database: Database,
    private readonly table: QueueTable,
  ) {}

  /** Leases due jobs for this server, and returns them. */
  async claim({ where = 'TRUE', values = [], order, limit, set = '' }: Claim): Promise<Row[]> {
    const { now, kind } = this.database;
    const { name, keys, due, queued, leaseMs } = this.table;
    const isDue = `${queued} AND ${due} <= ${now}`;
    // A read finds that no job is due, as is mostly the case, without a write.
    const one = `SELECT ${keys[0]} FROM ${name} WHERE ${where} AND ${isDue} LIMIT 1`;
    if ((await this.database.query(one, values)).length === 0) return [];
    // A server that was suspended would otherwise mistake a job of its own for one that another server has left.
    for (const held of this.jobs) if (this.isLate(held)) await this.renew(held);
    // MATERIALIZED, since PostgreSQL might otherwise repeat the choice for each row and lease more rows than requested.
    return this.database.execute<Row>(
      `WITH chosen AS MATERIALIZED (
         SELECT ${keys[0]} FROM ${name} WHERE ${where} AND ${isDue} ORDER BY ${order} LIMIT ?
         ${kind === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : ''})
       UPDATE ${name} SET attempts = attempts + 1, ${due} = ${now} + ?${set && `, ${set}`}
       WHERE ${keys[0]} IN (SELECT ${keys[0]} FROM chosen) AND ${isDue} RETURNING *`,
      [...values, limit, leaseMs],
    );
  }

  /** Renews the lease of a job while `work` runs. `lost` aborts once another server has the job. */
  async hold<T>(job: Row, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const held = { job, renewedAt: performance.now(), lost: new AbortController() };
    this.jobs.add(held);
    const timer = setInterval(
      () => void this.renew(held).catch(() => undefined),
      this.table.leaseMs / RENEWALS,
    );
    try {
      return await work(held.lost.signal);
    } finally {
      clearInterval(timer);
      this.jobs.delete(held);
    }
  }

  /**
   * Attempts a job while its lease is renewed. The signal of `work` aborts with `stop`, after which the job is released, and
   * once another server holds the job; any other error is passed to `failed`.
   */
  attempt(
    job: Row,
    stop: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
    failed: (error: unknown) => Promise<void>,
  ): Promise<void> {
    return this.hold(job, async (lost) => {
      try {
        await work(AbortSignal.any([stop, lost]));
      } catch (error) {
        if (stop.aborted) await this.release(job, 0, false);
        else if (!lost.aborted) await failed(error);
      }
    });
  }

  /** Releases a job, to be claimed again after `afterMs`. `counts` is true if this was an attempt. */
  async release(job: Row, afterMs: number, counts: boolean): Promise<void> {
    await this.update(job, `${this.table.due} = ${this.database.now} + ?, attempts = ?`, [
      afterMs,
      counts ? job.attempts : job.attempts - 1,
    ]);
  }

  /** Returns SQL, with its values, that is true for a job as long as this server holds it. */
  held(job: Row): { sql: string; values: SqlValue[] } {
    const { keys, queued } = this.table;
    const columns = [...keys, 'attempts'];
    return {
      sql: `${columns.map((column) => `${column} = ?`).join(' AND ')} AND ${queued}`,
      values: columns.map((column) => (job as Record<string, unknown>)[column] as SqlValue),
    };
  }

  private isLate({ renewedAt }: Held<Row>): boolean {
    return performance.now() - renewedAt > (2 * this.table.leaseMs) / RENEWALS;
  }

  private async renew(held: Held<Row>): Promise<void> {
    const { due, leaseMs } = this.table;
    const isOwn = await this.update(held.job, `${due} = ${this.database.now} + ?`, [leaseMs]);
    if (isOwn) held.renewedAt = performance.now();
    else held.lost.abort();
  }

  private async update(job: Row, set: string, values: readonly SqlValue[]): Promise<boolean> {
    const { sql, values: own } = this.held(job);
    const rows = await this.database.execute(
      `UPDATE ${this.table.name} SET ${set} WHERE ${sql} RETURNING ${this.table.keys[0]}`,
      [...values, ...own],
    );
    return rows.length > 0;
  }
}
