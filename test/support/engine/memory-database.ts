import Sqlite from 'better-sqlite3';
import { allTables } from '../../../src/server/core/tables.js';
import { Database } from '../../../src/platform/database/database.js';
import { sqliteDataSource } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/schema-safety.js';

/** A database whose clock is `Date`, so that fake timers move it too. */
class DateClockDatabase extends Database {
  override readonly now = 'CAST(date_now() AS INTEGER)';
}

/** Returns an empty SQLite database in memory with the product's schema. */
export async function memoryDatabase(): Promise<Database> {
  const source = await sqliteDataSource(':memory:', await allTables()).initialize();
  await migrate(source);
  const connection: unknown = Reflect.get(source.driver, 'databaseConnection');
  if (!(connection instanceof Sqlite)) throw new Error('the data source has no connection');
  connection.function('date_now', { deterministic: false }, () => Date.now());
  return new DateClockDatabase(source, source);
}
