import type { DataSource } from 'typeorm';
import type { Config } from '../../base/config/settings.js';
import { messageOf } from '../../base/kernel/errors.js';
import { sqliteDataSource, sqlitePath } from './data-source.js';
import { Database } from './database.js';
import type { Tables } from './feature.js';
import { postgresDataSource } from './postgres-source.js';
import { migrate } from './schema-safety.js';

/** Connections beyond one for each running task: requests, sweeps, event streams. */
const SPARE_CONNECTIONS = 8;
const MAX_CONNECTIONS = 40;

/** Opens the database of a server and brings its tables up to date. Rejects with an Error that says why it cannot. */
export async function openDatabase(config: Config, tables: Tables): Promise<Database> {
  if (config.databaseUrl !== '') {
    const connections = Math.min(MAX_CONNECTIONS, config.concurrency + SPARE_CONNECTIONS);
    const pool = await connect(
      postgresDataSource(config.databaseUrl, connections, tables),
      'The database of METARUN_DATABASE_URL does not answer',
    );
    await migrate(pool);
    return new Database(pool, pool);
  }
  const path = sqlitePath(config);
  const writer = await connect(sqliteDataSource(path, tables), `${path} cannot be opened`);
  await migrate(writer);
  return new Database(writer, await sqliteDataSource(path, tables).initialize());
}

/** Throws with `failure` in front of the reason. */
async function connect(source: DataSource, failure: string): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (error) {
    throw new Error(`${failure}: ${messageOf(error)}`, { cause: error });
  }
}
