import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Config } from '../../base/config/settings.js';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { connectSource } from './connect-source.js';
import { Database } from './database.js';
import type { Tables } from './feature.js';
import { postgresDataSource } from './postgres-source.js';
import { PostgresWatch } from './postgres-watch.js';
import { canPrepare, PreparedStatements } from './prepared-statements.js';
import { NO_ANSWER, onSchema } from './postgres-schema.js';
import { assertMigrated, migrate, type MigrateOptions } from './schema-safety.js';
import { watchedClient } from './watched-client.js';
import { WriteGroups } from './write-groups.js';

/** Number of connections in addition to one for each running task: for requests, sweeps and event streams. */
const SPARE_CONNECTIONS = 8;
const MAX_CONNECTIONS = 40;
/** Error of a pooler that accepts no settings with a connection. */
const NO_SETTINGS = /unsupported startup parameter/;

/**
 * Opens a server's PostgreSQL database and brings its tables up to date. Rejects with an Error that gives the reason.
 */
export async function openPostgres(
  config: Config,
  tables: Tables,
  logger: Logger,
  options: MigrateOptions,
): Promise<Database> {
  await onSchema<unknown>(config, tables, (source) =>
    config.migrate === 'off' ? assertMigrated(source) : migrate(source, options),
  );
  const watch = new PostgresWatch(
    config.databaseUrl,
    (isStill) =>
      isStill
        ? logger.error(
            'PostgreSQL does not respond: pending statements fail, and new ones fail at once',
          )
        : logger.warn('PostgreSQL responds again'),
    (error) => logger.warn({ err: error }, 'failed to check whether PostgreSQL responds'),
  );
  try {
    const source = await openPool(config, tables, watch, logger);
    const { master: pool } = source.driver as PostgresDriver;
    const prepared = await preparedBy(config, pool as Pool, logger);
    const database = new Database(source, source, { prepared, close: () => watch.close() });
    database.groups = new WriteGroups(database);
    return database;
  } catch (error) {
    await watch.close();
    throw error;
  }
}

async function openPool(
  config: Config,
  tables: Tables,
  watch: PostgresWatch,
  logger: Logger,
): Promise<DataSource> {
  const connections = Math.min(MAX_CONNECTIONS, config.concurrency + SPARE_CONNECTIONS);
  const pool = (inPostgres: boolean): Promise<DataSource> => {
    const limits = {
      timeoutMs: config.databaseTimeoutSeconds * 1000,
      inPostgres,
      Client: watchedClient(watch),
    };
    const source = postgresDataSource(config.databaseUrl, connections, tables, limits);
    return connectSource(source, NO_ANSWER);
  };
  try {
    return await pool(true);
  } catch (error) {
    if (!NO_SETTINGS.test(getErrorMessage(error))) throw error;
  }
  logger.info(
    'The pooler accepts no settings with a connection, so this server itself ends statements that take too long. ' +
      'PostgreSQL ends them too with `ALTER ROLE … SET statement_timeout`.',
  );
  return pool(false);
}

async function preparedBy(
  { databasePrepare }: Config,
  pool: Pool,
  logger: Logger,
): Promise<PreparedStatements | null> {
  if (databasePrepare === 'off') return null;
  if (await canPrepare(pool)) return new PreparedStatements(pool);
  logger.info('Statements are not prepared: a pooler assigns each transaction another connection.');
  return null;
}
