import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import type { Config } from '../../base/config/settings.js';
import { allTables } from '../../server/core/tables.js';
import { Database } from '../../platform/database/database.js';
import { sqliteDataSource, sqlitePath } from '../../platform/database/data-source.js';
import type { Tables } from '../../platform/database/feature.js';
import { postgresDataSource } from '../../platform/database/postgres-source.js';
import { migrate } from '../../platform/database/schema-safety.js';
import { untilUnlocked } from '../../platform/database/until-unlocked.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { reportWait } from './report-wait.js';

/**
 * Runs `work` on the database of a server that may be running or not: SQLite lets several processes in.
 * Access to the data folder is enough for this, which is how an operator gets back in without a token.
 * Says after two seconds that it waits for the database, unless `work` has called `goesOn` by then, since it shows what it does.
 * Throws `unavailable` where no server has made the database yet, or only an older one.
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

/** Returns the name of the database of an installation for people, without credentials. */
export function databaseName(config: Config): string {
  if (config.databaseUrl === '') return `the database ${sqlitePath(config)}`;
  const host = URL.parse(config.databaseUrl)?.host ?? '';
  return host === '' ? 'PostgreSQL' : `PostgreSQL at ${host}`;
}

async function onDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const opened = open(config, allTables());
  if (config.databaseUrl === '') await untilUnlocked(sqlitePath(config));
  const source = await opened.initialize();
  const database = new Database(source, source);
  try {
    // A command must not change the schema under a running server, so it only checks it.
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
