import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import type { Config } from '../../../base/config/settings.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { DataFolderLock } from '../../../platform/database/data-folder-lock.js';
import { sqliteDataSource, sqlitePath } from '../../../platform/database/data-source.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import type { Tables } from '../../../platform/database/feature.js';
import { postgresDataSource } from '../../../platform/database/postgres-source.js';
import { migrate } from '../../../platform/database/schema-safety.js';
import { MemoryIndex } from '../../../agents/memories/memory-index.js';
import { quoted } from '../backup/postgres-rows.js';
import { assertStopped } from '../assert-stopped.js';
import { PAUSE, pauseValue } from '../pause.js';
import { assertUnused, placeSqlite } from '../restore/restored-database.js';
import { copyTable, sumOfTable, type TableSum } from './moved-rows.js';
import { type MovedTable, movedNames, movedTables, type Side } from './moved-tables.js';

const DOCS = 'operations.md#move-to-another-database';
/** Number of memories whose terms are written at a time. */
const TERMS_AT_ONCE = 200;

export interface MoveOptions {
  /** URL of the PostgreSQL database. */
  url: string;
  direction: 'to-postgres' | 'to-sqlite';
  /** True to count only, without moving anything. */
  dryRun: boolean;
  onProgress: (progress: { table: string; rows: number }) => void;
}

export interface MovedTableResult {
  table: string;
  rows: number;
  /** Checksum of all rows, independent of their order; null for a dry run. */
  checksum: string | null;
}

/**
 * Moves the database of an installation from SQLite to PostgreSQL or back, while no server uses it. The data folder
 * with the files and the key of the secrets stays unchanged. All rows are written in one transaction, which is
 * committed only after they were read back and compared. The source keeps its rows and is paused.
 */
export class Move {
  constructor(
    private readonly config: Config,
    private readonly tables: Tables,
    private readonly options: MoveOptions,
  ) {}

  async run(): Promise<MovedTableResult[]> {
    await using opened = new AsyncDisposableStack();
    const lock = DataFolderLock.take(this.config.dataDir, true);
    opened.defer(() => lock.release());
    const path = sqlitePath(this.config);
    const { url, direction, dryRun } = this.options;
    const postgres = await this.open(postgresDataSource(url, 2, this.tables), opened);
    if (direction === 'to-postgres') {
      if (!existsSync(path)) throw noSource(`There is no database in ${this.config.dataDir}.`);
      const sqlite = await this.open(sqliteDataSource(path, this.tables), opened);
      await assertCurrent(sqlite.source);
      await assertUnused(postgres.database, collectMigrationNames(this.tables), {
        what: 'The PostgreSQL database',
        docs: DOCS,
      });
      if (dryRun) return await counts(toSide(sqlite.database));
      await migrate(postgres.source);
      return await this.move(sqlite.database, postgres.database);
    }
    if (existsSync(path)) throw occupied(path);
    await assertCurrent(postgres.source);
    await assertStopped(postgres.database, DOCS);
    if (dryRun) return await counts(toSide(postgres.database));
    const unfinished = `${path}.unfinished`;
    await rm(unfinished, { force: true });
    const moved = await this.intoSqlite(unfinished, postgres.database);
    await placeSqlite(unfinished, path);
    return moved;
  }

  private async open(
    source: DataSource,
    opened: AsyncDisposableStack,
  ): Promise<{ source: DataSource; database: Database }> {
    await source.initialize();
    const database = new Database(source, source);
    opened.defer(() => database.close());
    return { source, database };
  }

  private async intoSqlite(path: string, from: Database): Promise<MovedTableResult[]> {
    await using opened = new AsyncDisposableStack();
    try {
      const { source, database } = await this.open(sqliteDataSource(path, this.tables), opened);
      await migrate(source);
      return await this.move(from, database);
    } catch (error) {
      for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true });
      throw error;
    }
  }

  private async move(from: Database, to: Database): Promise<MovedTableResult[]> {
    const read = async (reader: Pick<Transaction, 'query'>): Promise<MovedTableResult[]> => {
      const source: Side = { kind: from.kind, query: reader.query.bind(reader) };
      return to.write(async (transaction) => {
        const target: Side = { kind: to.kind, query: transaction.query.bind(transaction) };
        await Promise.all([source, target].map(stayOpen));
        const tables = await movedTables(source, target);
        const sums = new Map<MovedTable, TableSum>();
        for (const table of tables) {
          let rows = 0;
          sums.set(
            table,
            await copyTable(source, target, table, (more) => {
              rows += more;
              this.options.onProgress({ table: table.name, rows });
            }),
          );
        }
        await indexMemories(to, transaction);
        return compared(target, sums);
      });
    };
    const moved = await (from.kind === 'postgres' ? from.snapshot(read) : read(from));
    await from.execute(PAUSE, [pauseValue('operator')]);
    return moved;
  }
}

/** Keeps PostgreSQL from ending the transaction while it waits for the other database. */
async function stayOpen({ kind, query }: Side): Promise<void> {
  if (kind === 'postgres') await query('SET LOCAL idle_in_transaction_session_timeout = 0');
}

/** Reads back what was written. Throws if it differs from what was read. */
async function compared(
  target: Side,
  sums: ReadonlyMap<MovedTable, TableSum>,
): Promise<MovedTableResult[]> {
  const results: MovedTableResult[] = [];
  for (const [table, { rows, checksum }] of sums) {
    const written = await sumOfTable(target, table);
    if (written.rows !== rows || written.checksum !== checksum)
      throw new Error(
        `the table ${table.name} was read with ${rows} rows and written with ${written.rows}, which differ`,
      );
    results.push({ table: table.name, rows, checksum });
  }
  return results;
}

/** Writes the search terms of memories, which are specific to each database. */
async function indexMemories(database: Database, transaction: Transaction): Promise<void> {
  const index = new MemoryIndex(database);
  for (let after = 0; ;) {
    const rows = await transaction.query<{ number: number; project_id: string; text: string }>(
      `SELECT number, project_id, text FROM memories
       WHERE number > ? AND status <> 'revoked' AND text IS NOT NULL ORDER BY number LIMIT ${TERMS_AT_ONCE}`,
      [after],
    );
    for (const row of rows) await index.put(transaction, row, row.text);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

async function counts(side: Side): Promise<MovedTableResult[]> {
  const results: MovedTableResult[] = [];
  for (const table of await movedNames(side)) {
    const [row] = await side.query<{ rows: number }>(
      `SELECT COUNT(*) AS rows FROM ${quoted(table)}`,
    );
    results.push({ table, rows: Number(row?.rows ?? 0), checksum: null });
  }
  return results;
}

function toSide(database: Database): Side {
  return { kind: database.kind, query: database.query.bind(database) };
}

function collectMigrationNames({ migrations }: Tables): ReadonlySet<string> {
  return new Set(migrations.map(({ name }) => name));
}

async function assertCurrent(source: DataSource): Promise<void> {
  if (await source.showMigrations())
    throw noSource(
      'This version of metarun has not been started on the database that is to be moved.',
    );
}

function noSource(message: string): GuidedError {
  return new GuidedError(message, {
    code: 'no_database',
    fix: 'Start the server there once, stop it, and try again; METARUN_DATA_DIR names the data folder.',
    docs: DOCS,
  });
}

function occupied(path: string): GuidedError {
  return new GuidedError(`${path} already exists.`, {
    code: 'not_empty',
    fix: 'Move it away: it is an earlier database of this installation, or that of another one.',
    docs: DOCS,
  });
}
