import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import type { Config } from '../../base/config/settings.js';
import { allTables } from '../../server/core/tables.js';
import { Database } from '../../platform/database/database.js';
import { sqliteDataSource, sqlitePath } from '../../platform/database/data-source.js';
import type { Tables } from '../../platform/database/feature.js';
import { postgresDataSource } from '../../platform/database/postgres-source.js';
import { migrate } from '../../platform/database/schema-safety.js';
import { waitForUnlock } from '../../platform/database/wait-for-unlock.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { reportWait } from './report-wait.js';

/**
 * Runs `work` on the installation's database, whether or not a server is running; SQLite allows several processes.
 * Access to the data folder suffices, so operators can get back in without a token. After two seconds, it reports that
 * it waits for the database, unless `work` has called `goesOn`, because it shows its own progress. Throws `unavailable`
 * if no server has created the database yet, or only an older version.
 */
export function withDatabase<T>(
  config: Config,
  work: (database: Database, goesOn: () => void) => Promise<T>,
): Promise<T> {
  const { promise: shown, resolve: goesOn } = Promise.withResolvers<void>();
  const done = onDatabase(config, (database) => work(database, goesOn));
  reportWait(databaseName(config), Promise.race([shown, done]));
  return done;
}

/** Returns the name of an installation's database for messages, without credentials. */
export function databaseName(config: Config): string {
  if (config.databaseUrl === '') return `the database ${sqlitePath(config)}`;
  const host = URL.parse(config.databaseUrl)?.host ?? '';
  return host === '' ? 'PostgreSQL' : `PostgreSQL at ${host}`;
}

async function onDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const opened = open(config, allTables());
  if (config.databaseUrl === '') await waitForUnlock(sqlitePath(config));
  const source = await opened.initialize();
  const database = new Database(source, source);
  try {
    // Commands only check the schema: a migration could break a running server.
    if (await source.showMigrations())
      throw new MetarunError(
        'unavailable',
        'The tables of the database are older than this version of metarun: run `metarun migrate` or start it once, then try again.',
      );
    await migrate(source);
    return await work(database);
  } finally {
    await database.close();
  }
}

function open(config: Config, tables: Tables): DataSource {
  if (config.databaseUrl !== '') return postgresDataSource(config.databaseUrl, 2, tables);
  const path = sqlitePath(config);
  if (!existsSync(path))
    throw new MetarunError(
      'unavailable',
      `There is no database in ${config.dataDir}; start the server there first, or set METARUN_DATA_DIR.`,
    );
  return sqliteDataSource(path, tables);
}
