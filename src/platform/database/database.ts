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

/** The number of attempts of a write that ends in a deadlock. */
const DEADLOCK_TRIES = 5;

/** Projects that may do a piece of a long read at the same time: SQLite works in the event loop. */
const LONG_READS = { sqlite: 1, postgres: 2 };

/** Parts that a pool of PostgreSQL has beside it. */
interface OfPool {
  prepared: PreparedStatements | null;
  close: () => Promise<void>;
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
  /** Null on PostgreSQL. */
  private readonly sqlite: {
    writer: SqliteStatements;
    reader: SqliteStatements;
    groups: SqliteGroups;
  } | null;
  readonly kind: DatabaseKind;
  /** The writes that go together, on PostgreSQL: on SQLite a transaction costs no round trip. */
  groups: WriteGroups | null = null;
  private readonly longReads: FairSlots;
  private readonly shared = new SharedReads();
  /**
   * SQL for the database's clock, in ms since the epoch. Leases and due times are only ever compared with it. On
   * PostgreSQL it stands still within a statement: what is compared with clock_timestamp() is looked up by no index.
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

  /** For reads by repository. Never write through it. */
  get read(): EntityManager {
    return this.reader.manager;
  }

  /** Reads with one statement; `?` placeholders. */
  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (this.sqlite !== null) return this.sqlite.reader.run(sql, values) as Row[];
    return numbered(this.reader.manager, sql, values);
  }

  /** Reads as {@link query} does, with a statement that is prepared where it can be: a frequent one, of few texts. */
  async queryPrepared<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const { prepared } = this.ofPool;
    return prepared === null ? this.query(sql, values) : prepared.run(placeholders(sql), values);
  }

  /**
   * Reads as {@link queryPrepared} does what many requests ask for at a time: on PostgreSQL one statement answers all of them
   * that wait. No caller changes the rows.
   */
  queryShared<Row>(sql: string, values: readonly SqlValue[]): Promise<readonly Row[]> {
    if (this.sqlite !== null) return this.query<Row>(sql, values);
    return this.shared.get(JSON.stringify([sql, values]), () =>
      this.queryPrepared<Row>(sql, values),
    );
  }

  /**
   * Does a piece of a long read, a few ms of work, when the project has its turn. Between any two pieces the event loop
   * gets to all else, however many such reads one project has under way. Never one within another.
   */
  inTurn<T>(projectId: string, piece: () => Promise<T>): Promise<T> {
    return this.longReads.run(projectId, async () => {
      const result = await piece();
      await nextTurn();
      return result;
    });
  }

  /** Writes with one statement, atomic by itself; gives the rows of RETURNING. */
  execute<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const { sqlite } = this;
    if (sqlite === null) return pastDeadlocks(() => numbered(this.writer.manager, sql, values));
    return this.lock.run(async () => sqlite.writer.run(sql, values) as Row[]);
  }

  /**
   * Runs `work` in a transaction: all of its writes or none. It must not wait for anything but the database, and is run
   * again where PostgreSQL has ended it to resolve a deadlock.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { sqlite } = this;
    if (sqlite === null) return pastDeadlocks(() => this.pooled(work));
    return sqlite.groups.alone(work);
  }

  /**
   * As {@link write}, for small and frequent transactions: on SQLite those of one turn of the event loop are committed together.
   * `work` reads by its transaction alone, since others see the writes of the group only after its commit; it may be run again.
   */
  writeGrouped<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.sqlite === null ? this.write(work) : this.sqlite.groups.grouped(work);
  }

  /** Does a write that may share a transaction with others of its process and of one `apart`, where that saves statements. */
  grouped<Item, Result>(kind: GroupKind<Item, Result>, item: Item, apart = ''): Promise<Result> {
    return this.groups === null ? kind.alone(item) : this.groups.add(kind, item, apart);
  }

  /**
   * On PostgreSQL: has `work` see the database as it is at its first statement, whatever is committed meanwhile. It changes
   * nothing, and keeps nothing waiting.
   */
  snapshot<T>(work: (snapshot: Pick<Transaction, 'query'>) => Promise<T>): Promise<T> {
    return this.writer.transaction('REPEATABLE READ', (manager) =>
      work({ query: (sql, values = []) => numbered(manager, sql, values) }),
    );
  }

  /** On SQLite: has `work` done while nothing is written by this process. Its own writes would wait for it. */
  withoutWrites<T>(work: () => Promise<T>): Promise<T> {
    return this.lock.run(work);
  }

  /** The bytes of SQLite's log, whose changes are not yet in the database; null on PostgreSQL. */
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

  /** On PostgreSQL, by a connection of the pool. */
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

/** Runs a statement on PostgreSQL, where placeholders are `$1`, `$2`, … */
async function numbered<Row>(
  manager: EntityManager,
  sql: string,
  values: readonly SqlValue[],
): Promise<Row[]> {
  const found: unknown = await manager.query(placeholders(sql), [...values]);
  return rowsOf<Row>(found);
}

/** Returns a statement with `?` as PostgreSQL takes it. */
function placeholders(sql: string): string {
  let index = 0;
  return sql.replaceAll('?', () => `$${++index}`);
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
