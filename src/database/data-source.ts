import Database from 'better-sqlite3';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ENTITIES } from './entities/index.js';
import { MIGRATIONS } from './migrations/index.js';

/** bigint columns hold times and counts far below 2^53: read them as numbers, as SQLite does. */
const PG_INT8 = 20;
pg.types.setTypeParser(PG_INT8, Number);

const shared = {
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

/** One SQLite connection. All of TypeORM's work on a data source shares it: see {@link Database}. */
export function sqliteDataSource(path: string): DataSource {
  return new DataSource({
    ...shared,
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

/**
 * How long a transaction may wait for its server, ms. A server that stands still in the middle of one holds rows that
 * others wait for.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** A pool of `connections` to PostgreSQL. */
export function postgresDataSource(url: string, connections: number): DataSource {
  return new DataSource({
    ...shared,
    type: 'postgres',
    driver: pg,
    url,
    poolSize: connections,
    connectTimeoutMS: 10_000,
    applicationName: 'metarun',
    extra: { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS },
  });
}
