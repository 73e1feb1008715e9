import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { allTables } from '../../src/server/core/tables.js';
import { Database } from '../../src/platform/database/database.js';
import { sqliteDataSource } from '../../src/platform/database/data-source.js';
import { PreparedStatements } from '../../src/platform/database/prepared-statements.js';
import { postgresDataSource } from '../../src/platform/database/postgres-source.js';
import { migrate } from '../../src/platform/database/schema-safety.js';
import { createDatabase } from './postgres.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** An empty database of the Jest project's kind, without a server. */
export interface EmptyDatabase {
  /** Opens another connection to the database, as a separate server would. */
  connect(): Promise<DataSource>;
  /** Opens the database through new data sources, as a server does. */
  open(): Promise<Database>;
  /** Closes all connections and removes the database. */
  remove(): Promise<void>;
}

export function emptyDatabase(): Promise<EmptyDatabase> {
  return newDatabase();
}

/**
 * Returns a database with the product's tables. On PostgreSQL it is a copy of the one that test/run.mjs has migrated,
 * which takes less time.
 */
export async function migratedDatabase(): Promise<EmptyDatabase> {
  const like = process.env['TEST_POSTGRES_MIGRATED'];
  const database = await newDatabase(like);
  if (DATABASE === 'sqlite' || like === undefined) await migrate(await database.connect());
  return database;
}

async function newDatabase(like?: string): Promise<EmptyDatabase> {
  const open: DataSource[] = [];
  const tables = allTables();
  const folder = await mkdtemp(join(tmpdir(), 'metarun-database-'));
  const postgres = DATABASE === 'postgres' ? await createDatabase(like) : null;
  const connect = async (): Promise<DataSource> => {
    const source = postgres
      ? postgresDataSource(postgres.url, 10, tables)
      : sqliteDataSource(join(folder, 'metarun.db'), tables);
    open.push(await source.initialize());
    return source;
  };
  return {
    connect,
    open: async () => {
      const writer = await connect();
      if (postgres === null) return new Database(writer, await connect());
      const { master: pool } = writer.driver as PostgresDriver;
      const prepared = new PreparedStatements(pool as Pool);
      return new Database(writer, writer, { prepared, close: async () => undefined });
    },
    remove: async () => {
      for (const source of open) await source.destroy();
      await postgres?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
