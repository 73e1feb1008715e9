import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { Mutex } from '../../base/kernel/mutex.js';
import { type DatabaseKind, Migration } from './migration.js';
import type { PreparedStatements } from './prepared-statements.js';
import { SharedReads } from './shared-reads.js';
import { SqliteGroups } from './sqlite-groups.js';
import { SqliteStatements } from './sqlite-statements.js';
import { TransactionEnd } from './transaction-end.js';
import { isDeadlock } from './unique-violation.js';
import type { SqlValue, Transaction } from './transaction.js';
import type { GroupKind, WriteGroups } from './write-groups.js';

export type { Condition, SqlValue, Transaction } from './transaction.js';

/** Number of attempts at a write that ends in a deadlock. */
const DEADLOCK_TRIES = 5;

/** Number of projects that may run a piece of a long read at the same time: SQLite works in the event loop. */
const LONG_READS = { sqlite: 1, postgres: 2 };

/** Companions of a PostgreSQL pool. */
interface OfPool {
  prepared: PreparedStatements | null;
  close: () => Promise<void>;
}

/**
 * The only access to the database, SQLite or PostgreSQL. All work on a SQLite data source shares one connection, so
 * concurrent transactions would roll back each other's writes. There are therefore two data sources, one for reading
 * and one for writing, and a lock that admits one writer at a time. On PostgreSQL, both are the same pool, and the
 * server does the locking. `BEGIN IMMEDIATE` takes SQLite's own write lock at the start instead of at the first write,
 * where waiting for it would fail at once.
 */
export class Database {
  private readonly lock = new Mutex();
  /** Null on PostgreSQL. */
  private readonly sqlite: {
    writer: SqliteStatements;
    reader: SqliteStatements;
    groups: SqliteGroups;
  } | null;
  readonly kind: DatabaseKind;
  /** Groups writes on PostgreSQL; null on SQLite, where a transaction costs no round trip. */
  groups: WriteGroups | null = null;
  private readonly longReads: FairSlots;
  private readonly shared = new SharedReads();
  /**
   * SQL for the database's clock, in ms since the epoch. Leases and due times are only ever compared with it. On
   * PostgreSQL it is constant within a statement: comparisons with clock_timestamp() cannot use an index.
   */
  readonly now: string;

  constructor(
    private readonly writer: DataSource,
    private readonly reader: DataSource,
    private readonly ofPool: OfPool = { prepared: null, close: async () => undefined },
  ) {
    this.kind = writer.options.type === 'postgres' ? 'postgres' : 'sqlite';
    this.longReads = new FairSlots(LONG_READS[this.kind]);
    this.sqlite = this.kind === 'postgres' ? null : this.openSqlite();
    this.now =
      this.kind === 'postgres'
        ? '(extract(epoch from statement_timestamp()) * 1000)::bigint'
        : "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
  }

  /** The names of the breaking migrations that this release knows. */
  get breakingMigrations(): string[] {
    return this.writer.migrations
      .filter((migration) => migration instanceof Migration && migration.breaking)
      .map(({ name }) => name ?? '');
  }

  /** Manager for reads through a repository; must never be used for writes. */
  get read(): EntityManager {
    return this.reader.manager;
  }

  /** Runs one reading statement with `?` placeholders. */
  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (this.sqlite !== null) return this.sqlite.reader.run(sql, values) as Row[];
    return numbered(this.reader.manager, sql, values);
  }

  /**
   * Reads like {@link query}, with a prepared statement if possible. Only for frequent statements with few different
   * texts.
   */
  async queryPrepared<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const { prepared } = this.ofPool;
    return prepared === null ? this.query(sql, values) : prepared.run(placeholders(sql), values);
  }

  /**
   * Reads like {@link queryPrepared}, for reads that many requests make at the same time: on PostgreSQL, one statement
   * answers all waiting requests. Callers must not change the rows.
   */
  queryShared<Row>(sql: string, values: readonly SqlValue[]): Promise<readonly Row[]> {
    if (this.sqlite !== null) return this.query<Row>(sql, values);
    return this.shared.get(JSON.stringify([sql, values]), () =>
      this.queryPrepared<Row>(sql, values),
    );
  }

  /**
   * Runs a piece of a long read, a few ms of work, once it is the project's turn. Between two pieces the event loop
   * serves everything else, however many long reads a project makes. Pieces must not be nested.
   */
  inTurn<T>(projectId: string, piece: () => Promise<T>): Promise<T> {
    return this.longReads.run(projectId, async () => {
      const result = await piece();
      await nextTurn();
      return result;
    });
  }

  /** Runs one writing statement, which is atomic; returns the rows of RETURNING. */
  execute<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const { sqlite } = this;
    if (sqlite === null) return pastDeadlocks(() => numbered(this.writer.manager, sql, values));
    return this.lock.run(async () => sqlite.writer.run(sql, values) as Row[]);
  }

  /**
   * Runs `work` in a transaction, so that all of its writes take effect or none. It must not wait for anything except
   * the database, and may run again if PostgreSQL has ended it to resolve a deadlock.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { sqlite } = this;
    if (sqlite === null) return pastDeadlocks(() => this.pooled(work));
    return sqlite.groups.alone(work);
  }

  /**
   * Like {@link write}, for small and frequent transactions: on SQLite, those of one turn of the event loop are
   * committed together. `work` must read through its transaction, since other connections see the group's writes only
   * after its commit. It may run again.
   */
  writeGrouped<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.sqlite === null ? this.write(work) : this.sqlite.groups.grouped(work);
  }

  /**
   * Makes a write that may share a transaction with others of its process and of the same `apart`, if that saves
   * statements.
   */
  grouped<Item, Result>(kind: GroupKind<Item, Result>, item: Item, apart = ''): Promise<Result> {
    return this.groups === null ? kind.alone(item) : this.groups.add(kind, item, apart);
  }

  /**
   * Runs `work` on PostgreSQL with a consistent snapshot as of its first statement. It must not write, and blocks
   * nothing.
   */
  snapshot<T>(work: (snapshot: Pick<Transaction, 'query'>) => Promise<T>): Promise<T> {
    return this.writer.transaction('REPEATABLE READ', (manager) =>
      work({ query: (sql, values = []) => numbered(manager, sql, values) }),
    );
  }

  /**
   * Runs `work` on SQLite while this process writes nothing. It must not write, since its writes would wait for itself.
   */
  withoutWrites<T>(work: () => Promise<T>): Promise<T> {
    return this.lock.run(work);
  }

  /** Returns the size of SQLite's log, whose changes are not yet in the database, in bytes; null on PostgreSQL. */
  async logBytes(): Promise<number | null> {
    const { database: path } = this.writer.options;
    if (this.sqlite === null || typeof path !== 'string') return null;
    return (await stat(`${path}-wal`).catch(() => null))?.size ?? 0;
  }

  async close(): Promise<void> {
    await this.ofPool.close();
    if (this.reader !== this.writer) await this.reader.destroy();
    await this.writer.destroy();
  }

  /** Runs a transaction on PostgreSQL, on a connection of the pool. */
  private async pooled<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { prepared } = this.ofPool;
    const end = new TransactionEnd();
    const result = await this.writer.transaction((manager) =>
      end.of(
        work({
          manager,
          query: (sql, values = []) => numbered(manager, sql, values),
          queryPrepared: async (sql, values) => {
            const client = (await manager.queryRunner?.connect()) as ClientBase | undefined;
            return prepared === null || client === undefined
              ? numbered(manager, sql, values)
              : prepared.within(client, placeholders(sql), values);
          },
          lock: async (name) => {
            await numbered(manager, 'SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
          },
          ...end.hooks,
        }),
      ),
    );
    end.committed();
    return result;
  }

  private openSqlite(): NonNullable<Database['sqlite']> {
    const writer = SqliteStatements.of(this.writer);
    const groups = new SqliteGroups(writer, this.writer.manager, this.lock);
    return { writer, reader: SqliteStatements.of(this.reader), groups };
  }
}

/** Runs a statement on PostgreSQL, whose placeholders are `$1`, `$2`, … */
async function numbered<Row>(
  manager: EntityManager,
  sql: string,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const found: unknown = await manager.query(placeholders(sql), [...values]);
  return readRows<Row>(found);
}

/** Returns a statement with PostgreSQL's placeholders instead of `?`. */
function placeholders(sql: string): string {
  let index = 0;
  return sql.replaceAll('?', () => `$${++index}`);
}

/** Repeats the work if PostgreSQL has ended it to resolve a deadlock. */
async function pastDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === DEADLOCK_TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/**
 * Returns the rows of a result. TypeORM returns `[rows, count]` for an UPDATE or DELETE on PostgreSQL, and plain rows
 * otherwise.
 */
function readRows<Row>(found: unknown): Row[] {
  if (!Array.isArray(found)) return [];
  const [first, second] = found as unknown[];
  if (found.length === 2 && Array.isArray(first) && typeof second === 'number')
    return first as Row[];
  return found as Row[];
}
