import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Database } from '../../../src/platform/database/database.js';
import { postgresDataSource } from '../../../src/platform/database/postgres-source.js';
import { PreparedStatements } from '../../../src/platform/database/prepared-statements.js';
import { migrate } from '../../../src/platform/database/schema-safety.js';
import { type GroupKind, WriteGroups } from '../../../src/platform/database/write-groups.js';
import { allTables } from '../../../src/server/core/tables.js';
import { createDatabase } from '../postgres.js';
import { alsoAwaited, answered, DateClient } from './date-client.js';
import { memoryDatabase } from './memory-database.js';

declare const DATABASE: 'sqlite' | 'postgres';

const CONNECTIONS = 10;

/** A database with the product's schema and no rows, whose clock is `Date`. */
export interface TestDatabase {
  readonly database: Database;
  /** Prepares the database for a test. */
  reset(): void;
  /** Resolves once the database has been idle for this many turns of the event loop. */
  settled(turns: number): Promise<void>;
  /** Closes and removes the database. */
  remove(): Promise<void>;
}

/** Returns a new database of the Jest project's kind: SQLite in memory, or a copy on PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  if (DATABASE === 'postgres') return postgresDatabase();
  const database = await memoryDatabase();
  return {
    database,
    reset: () => undefined,
    settled: turns,
    remove: () => database.close(),
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/** Counts writes that wait for their group as outstanding, since no connection has seen them yet. */
class GroupedDatabase extends Database {
  override grouped<Item, Result>(
    kind: GroupKind<Item, Result>,
    item: Item,
    apart = '',
  ): Promise<Result> {
    return alsoAwaited(() => super.grouped(kind, item, apart));
  }
}

async function postgresDatabase(): Promise<TestDatabase> {
  const like = process.env['TEST_POSTGRES_ENGLISH'];
  const { url, drop } = await createDatabase(like);
  const source = await dateSource(url);
  if (like === undefined) await migrate(source);
  const { master: pool } = source.driver as PostgresDriver;
  const prepared = new PreparedStatements(pool as Pool);
  const database = new GroupedDatabase(source, source, { prepared, close: async () => undefined });
  return {
    database,
    // The pause between two groups depends on the clock, which each test resets.
    reset: () => (database.groups = new WriteGroups(database)),
    settled: answered,
    remove: async () => {
      await database.close();
      await drop();
    },
  };
}

async function dateSource(url: string): Promise<DataSource> {
  const source = postgresDataSource(url, CONNECTIONS, allTables());
  // A clock that a test advances must not close connections.
  const extra = { Client: DateClient, connectionTimeoutMillis: 0, idleTimeoutMillis: 0 };
  return source.setOptions({ extra }).initialize();
}
