import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ENTITIES } from './entities/index.js';
import { MIGRATIONS } from './migrations/index.js';

/** Options of every data source, whatever the database. */
export const SHARED_OPTIONS = {
  entities: ENTITIES,
  migrations: MIGRATIONS.map(({ migration }) => migration),
  migrationsTableName: 'migrations',
  migrationsTransactionMode: 'each',
  synchronize: false,
} satisfies Partial<DataSourceOptions>;

/**
 * Pages of SQLite's log from which on whoever commits makes a checkpoint, 128 MiB. Before that {@link Checkpoints} does,
 * where there is a server.
 */
const MOST_UNCHECKED_PAGES = 32_768;

/** Returns where the SQLite database of a data folder lies. */
export function sqlitePath({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'metarun.db');
}

/** One SQLite connection. All of TypeORM's work on a data source shares it: see {@link Database}. */
export function sqliteDataSource(path: string): DataSource {
  return new DataSource({
    ...SHARED_OPTIONS,
    type: 'better-sqlite3',
    driver: Database,
    database: path,
    enableWAL: true,
    timeout: 5_000,
    prepareDatabase: (db: Database.Database) => {
      db.pragma('synchronous = NORMAL');
      db.pragma('foreign_keys = ON');
      db.pragma(`wal_autocheckpoint = ${MOST_UNCHECKED_PAGES}`);
    },
  });
}
