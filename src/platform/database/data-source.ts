import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import { keepTemporaryFilesOfSqlite } from '../../base/config/environment-variable.js';
import type { Tables } from './feature.js';
import { makePrivate } from './private-file.js';

/** Writes nothing: what fails is thrown as well, and TypeORM would write of a migration to standard output, which is for programs. */
const NO_LOGGER: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** Returns the options of every data source, whatever the database. */
export function sharedOptions({ entities, migrations }: Tables) {
  return {
    entities: [...entities],
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logger: NO_LOGGER,
  } satisfies Partial<DataSourceOptions>;
}

/**
 * Pages of SQLite's log (128 MiB) from which on a commit itself makes a checkpoint. Below that, {@link Checkpoints} makes
 * them in a server.
 */
const MOST_UNCHECKED_PAGES = 32_768;
/** The size of a log that was larger, once it begins again (bytes). */
const KEPT_LOG_BYTES = 4 * 1024 * 1024;
/** Longest wait for a lock of another process, ms. */
const LOCKED_MS = 5_000;

/** Returns where the SQLite database of a data folder lies. */
export function sqlitePath({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'metarun.db');
}

/** One SQLite connection. All of TypeORM's work on a data source shares it: see {@link Database}. */
export function sqliteDataSource(
  path: string,
  tables: Tables,
  /** False where the file is of no use after a crash of the machine. */
  { synced = true } = {},
): DataSource {
  keepTemporaryFilesOfSqlite(dirname(path));
  if (path !== ':memory:') makePrivate(path);
  return new DataSource({
    ...sharedOptions(tables),
    type: 'better-sqlite3',
    driver: Database,
    database: path,
    enableWAL: true,
    timeout: LOCKED_MS,
    prepareDatabase: (db: Database.Database) => {
      db.pragma(`synchronous = ${synced ? 'NORMAL' : 'OFF'}`);
      db.pragma('foreign_keys = ON');
      db.pragma(`wal_autocheckpoint = ${MOST_UNCHECKED_PAGES}`);
      db.pragma(`journal_size_limit = ${KEPT_LOG_BYTES}`);
      // SQLite's own folds ASCII alone, PostgreSQL's all letters.
      db.function('lower', { deterministic: true }, (text) =>
        typeof text === 'string' ? text.toLowerCase() : text,
      );
    },
  });
}

/** Opens a second connection to the database of a SQLite data source. */
export function openReader(writer: DataSource): Promise<DataSource> {
  return new Reader(writer).initialize();
}

/** Takes what TypeORM knows of the tables from the writer: to find it out again takes as long as to open the connection. */
class Reader extends DataSource {
  constructor(private readonly writer: DataSource) {
    super(writer.options);
  }

  protected override async buildMetadatas(): Promise<void> {
    const { entityMetadatas, entityMetadatasMap, migrations } = this.writer;
    Object.assign(this, { entityMetadatas, entityMetadatasMap, migrations });
  }
}
