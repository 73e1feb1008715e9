import type { DataSource } from 'typeorm';
import type { Config } from '../../base/config/settings.js';
import { errorCodeOf, messageOf } from '../../base/kernel/errors.js';
import { sqliteDataSource, sqlitePath } from './data-source.js';
import { Database } from './database.js';
import type { Tables } from './feature.js';
import { postgresDataSource } from './postgres-source.js';
import { migrate, type MigrateOptions } from './schema-safety.js';

/** Connections beyond one for each running task: requests, sweeps, event streams. */
const SPARE_CONNECTIONS = 8;
const MAX_CONNECTIONS = 40;

/** Opens the database of a server and brings its tables up to date. Rejects with an Error that says why it cannot. */
export async function openDatabase(
  config: Config,
  tables: Tables,
  options: MigrateOptions = {},
): Promise<Database> {
  if (config.databaseUrl !== '') {
    const connections = Math.min(MAX_CONNECTIONS, config.concurrency + SPARE_CONNECTIONS);
    const pool = await connect(
      postgresDataSource(config.databaseUrl, connections, tables),
      'The database of METARUN_DATABASE_URL does not answer',
    );
    await migrate(pool, options);
    return new Database(pool, pool);
  }
  const path = sqlitePath(config);
  const writer = await connect(sqliteDataSource(path, tables), `${path} cannot be opened`);
  try {
    await migrate(writer);
    // Changes nothing, but needs a database that can be written.
    await writer.query('DELETE FROM installation WHERE 0');
  } catch (error) {
    throw readOnly(error, path);
  }
  return new Database(writer, await sqliteDataSource(path, tables).initialize());
}

/** Returns an Error that names the database, where it can only be read: SQLite opens it then without an error. */
function readOnly(error: unknown, path: string): unknown {
  if (!String(errorCodeOf(error)).startsWith('SQLITE_READONLY')) return error;
  const fix = 'Give it to the user that runs the server, on a file system that can be written.';
  return new Error(`${path} cannot be written: ${messageOf(error)}. ${fix}`, { cause: error });
}

/** Throws with `failure` in front of the reason. */
async function connect(source: DataSource, failure: string): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (error) {
    throw new Error(`${failure}: ${messageOf(error)}`, { cause: error });
  }
}
