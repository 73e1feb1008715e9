import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import { findErrorCode, getErrorMessage } from '../../base/kernel/errors.js';
import { connectSource } from './connect-source.js';
import { openReader, sqliteDataSource, sqlitePath } from './data-source.js';
import { Database } from './database.js';
import type { Tables } from './feature.js';
import { assertMigrated, migrate, type MigrateOptions } from './schema-safety.js';

/** Opens the database of a server and brings its tables up to date. Rejects with an Error that gives the reason. */
export async function openDatabase(
  config: Config,
  tables: Tables,
  logger: Logger,
  options: MigrateOptions = {},
): Promise<Database> {
  if (config.databaseUrl !== '') {
    const { openPostgres } = await import('./open-postgres.js');
    return openPostgres(config, tables, logger, options);
  }
  const path = sqlitePath(config);
  const writer = await connectSource(sqliteDataSource(path, tables), `${path} cannot be opened`);
  try {
    await (config.migrate === 'off' ? assertMigrated(writer) : migrate(writer));
    // Changes nothing, but fails if the database is read-only.
    await writer.query('DELETE FROM installation WHERE 0');
  } catch (error) {
    throw readOnly(error, path);
  }
  return new Database(writer, await openReader(writer));
}

/** Returns an Error that names the database if it is read-only: SQLite opens such a database without an error. */
function readOnly(error: unknown, path: string): unknown {
  if (findErrorCode(error)?.startsWith('SQLITE_READONLY') !== true) return error;
  const fix = 'Give it to the user that runs the server, on a file system that can be written.';
  return new Error(`${path} cannot be written: ${getErrorMessage(error)}. ${fix}`, {
    cause: error,
  });
}
