import { types } from 'node:util';
import Sqlite from 'better-sqlite3';
import { allTables } from '../../../src/server/core/tables.js';
import {
  Database,
  type SqlValue,
  type Transaction,
} from '../../../src/platform/database/database.js';
import { sqliteDataSource } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/schema-safety.js';

/**
 * A database whose clock is `Date`, so that fake timers move it, too, and which throws errors of this test file's
 * realm.
 */
class DateClockDatabase extends Database {
  override readonly now = 'CAST(date_now() AS INTEGER)';

  override execute<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return super.execute<Row>(sql, values).catch(throwOwn);
  }

  override write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return super.write(work).catch(throwOwn);
  }

  override writeGrouped<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return super.writeGrouped(work).catch(throwOwn);
  }
}

/**
 * Throws an error of SQLite as one of this realm. The test files of a Jest worker share the SQLite addon, whose errors
 * have the class of the first file's realm, so that they are not an `Error` in the others.
 */
function throwOwn(error: unknown): never {
  if (error instanceof Error || !types.isNativeError(error)) throw error;
  const code: unknown = Reflect.get(error, 'code');
  throw Object.assign(new Error(error.message, { cause: error }), { code });
}

/** Returns an empty SQLite database in memory with the product's schema. */
export async function memoryDatabase(): Promise<Database> {
  const source = await sqliteDataSource(':memory:', allTables()).initialize();
  await migrate(source);
  const connection: unknown = Reflect.get(source.driver, 'databaseConnection');
  if (!(connection instanceof Sqlite)) throw new Error('the data source has no connection');
  connection.function('date_now', { deterministic: false }, () => Date.now());
  return new DateClockDatabase(source, source);
}
