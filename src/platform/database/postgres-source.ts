import pg from 'pg';
import { DataSource } from 'typeorm';
import { sharedOptions } from './data-source.js';
import type { Tables } from './feature.js';

/** bigint columns hold times and counts far below 2^53. They are read as numbers, as on SQLite. */
const PG_INT8 = 20;
pg.types.setTypeParser(PG_INT8, Number);

/** Time beyond PostgreSQL's own timeout after which a client abandons a statement (ms). */
const READ_SPARE_MS = 2_000;
/** Maximum time for a connection that has no other limits (ms). */
const CONNECT_MS = 10_000;
/**
 * Time for which an unused connection is kept (ms): a new one costs PostgreSQL a process, which has to load the
 * metadata of the tables.
 */
const KEPT_MS = 60_000;

export interface PoolLimits {
  /** Maximum time for a statement, a lock, a connection, and an idle transaction (ms). */
  timeoutMs: number;
  /**
   * False behind a pooler that accepts no settings with a connection: the client then abandons what PostgreSQL itself
   * does not end.
   */
  inPostgres: boolean;
  /** The class of the connections. */
  Client: typeof pg.Client;
}

/**
 * Returns a pool of `connections` to PostgreSQL. It has no limits for commands and migrations, whose statements may
 * take any time.
 */
export function postgresDataSource(
  url: string,
  connections: number,
  tables: Tables,
  limits?: PoolLimits,
): DataSource {
  return new DataSource({
    ...sharedOptions(tables),
    type: 'postgres',
    driver: pg,
    url,
    poolSize: connections,
    connectTimeoutMS: limits?.timeoutMs ?? CONNECT_MS,
    applicationName: 'metarun',
    extra: limits === undefined ? { keepAlive: true } : buildExtraOptions(limits),
  });
}

function buildExtraOptions({ timeoutMs, inPostgres, Client }: PoolLimits) {
  const own = {
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    // A suspended server would otherwise keep holding the rows of an open transaction, for which others wait.
    idle_in_transaction_session_timeout: timeoutMs,
  };
  return {
    Client,
    keepAlive: true,
    idleTimeoutMillis: KEPT_MS,
    query_timeout: timeoutMs + READ_SPARE_MS,
    ...(inPostgres ? own : {}),
  };
}
