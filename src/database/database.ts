import type { DataSource, EntityManager } from 'typeorm';
import { Mutex } from '../kernel/mutex.js';
import { isDeadlock } from './unique-violation.js';

/** How often a write is tried that others stand in the way of. */
const DEADLOCK_TRIES = 5;

export type SqlValue = string | number | boolean | null;

/** A transaction that has begun. */
export interface Transaction {
  /** For reads and writes by repository. */
  readonly manager: EntityManager;
  /** One statement with `?` placeholders; gives the rows of a SELECT or of RETURNING. */
  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/**
 * The one way to the database, SQLite or PostgreSQL.
 *
 * All work on a SQLite data source shares one connection, so that concurrent transactions would roll back
 * each other's writes. Hence two data sources, one for reading and one for writing, and a lock that lets one
 * writer in at a time; on PostgreSQL both are the same pool and the lock is the server's business.
 * `BEGIN IMMEDIATE` takes SQLite's own write lock at the start rather than at the first write, where waiting
 * for it would fail at once.
 */
export class Database {
  private readonly lock = new Mutex();
  readonly kind: 'sqlite' | 'postgres';
  /** SQL for the database's clock, in ms since the epoch. Leases and due times are only ever compared with it. */
  readonly now: string;

  constructor(
    private readonly writer: DataSource,
    private readonly reader: DataSource,
  ) {
    this.kind = writer.options.type === 'postgres' ? 'postgres' : 'sqlite';
    this.now =
      this.kind === 'postgres'
        ? '(extract(epoch from clock_timestamp()) * 1000)::bigint'
        : "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
  }

  /** For reads by repository. Never write through it. */
  get read(): EntityManager {
    return this.reader.manager;
  }

  /** Reads with one statement; `?` placeholders. */
  query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.run(this.reader.manager, sql, values);
  }

  /** Writes with one statement, atomic by itself; gives the rows of RETURNING. */
  execute<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (this.kind === 'postgres')
      return pastDeadlocks(() => this.run(this.writer.manager, sql, values));
    return this.lock.run(() => this.run(this.writer.manager, sql, values));
  }

  /**
   * Runs `work` in a transaction: all of its writes or none. It must not wait for anything but the database, and is run
   * again where PostgreSQL has ended it to resolve a deadlock.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.kind === 'postgres')
      return pastDeadlocks(() =>
        this.writer.transaction((manager) => work(this.transaction(manager))),
      );
    return this.lock.run(() => this.immediate(work));
  }

  async close(): Promise<void> {
    if (this.reader !== this.writer) await this.reader.destroy();
    await this.writer.destroy();
  }

  private async immediate<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { manager } = this.writer;
    await manager.query('BEGIN IMMEDIATE');
    try {
      const result = await work(this.transaction(manager));
      await manager.query('COMMIT');
      return result;
    } catch (error) {
      // SQLite may have rolled back already, on a full disk for one; the error to tell is the first.
      await manager.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  private transaction(manager: EntityManager): Transaction {
    return { manager, query: (sql, values = []) => this.run(manager, sql, values) };
  }

  private async run<Row>(
    manager: EntityManager,
    sql: string,
    values: readonly SqlValue[],
  ): Promise<Row[]> {
    if (this.kind === 'sqlite') {
      const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      const rows: unknown = await manager.query(sql, bound);
      return Array.isArray(rows) ? (rows as Row[]) : [];
    }
    let index = 0;
    const numbered = sql.replaceAll('?', () => `$${++index}`);
    const found: unknown = await manager.query(numbered, [...values]);
    return rowsOf<Row>(found);
  }
}

/** Tries again where PostgreSQL chose this side of a deadlock to give way. */
async function pastDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === DEADLOCK_TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/** TypeORM gives `[rows, count]` for an UPDATE or DELETE on PostgreSQL, and plain rows for all else. */
function rowsOf<Row>(found: unknown): Row[] {
  if (!Array.isArray(found)) return [];
  const [first, second] = found as unknown[];
  if (found.length === 2 && Array.isArray(first) && typeof second === 'number')
    return first as Row[];
  return found as Row[];
}
