import pg from 'pg';
import { DataSource } from 'typeorm';
import { sharedOptions } from './data-source.js';
import type { Tables } from './feature.js';

/** bigint columns hold times and counts far below 2^53: read them as numbers, as SQLite does. */
const PG_INT8 = 20;
pg.types.setTypeParser(PG_INT8, Number);

/** Time beyond that of PostgreSQL itself after which a client gives a statement up, ms. */
const READ_SPARE_MS = 2_000;
/** Longest time for a connection of what has no other limits, ms. */
const CONNECT_MS = 10_000;
/** Time for which an unused connection is kept, ms: another costs PostgreSQL a process, and what that has to learn of the tables. */
const KEPT_MS = 60_000;

/** Limits of the connections of a pool. */
export interface PoolLimits {
  /** Time for a statement, a lock, a connection and the rest of a transaction, ms. */
  timeoutMs: number;
  /** False behind a pooler that takes no settings with a connection: what PostgreSQL itself does not end the client gives up. */
  inPostgres: boolean;
  /** The class of the connections. */
  Client: typeof pg.Client;
}

/** A pool of `connections` to PostgreSQL; without limits for commands and migrations, whose statements take as long as they take. */
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
    extra: limits === undefined ? { keepAlive: true } : extraOf(limits),
  });
}

function extraOf({ timeoutMs, inPostgres, Client }: PoolLimits) {
  const own = {
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    // A server that stands still in the middle of a transaction holds rows that others wait for.
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
