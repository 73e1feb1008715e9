import pg from 'pg';
import { DataSource } from 'typeorm';
import { sharedOptions } from './data-source.js';
import type { Tables } from './feature.js';

/** bigint columns hold times and counts far below 2^53: read them as numbers, as SQLite does. */
const PG_INT8 = 20;
pg.types.setTypeParser(PG_INT8, Number);

/**
 * How long a transaction may wait for its server, ms. A server that stands still in the middle of one holds rows that
 * others wait for.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** A pool of `connections` to PostgreSQL. */
export function postgresDataSource(url: string, connections: number, tables: Tables): DataSource {
  return new DataSource({
    ...sharedOptions(tables),
    type: 'postgres',
    driver: pg,
    url,
    poolSize: connections,
    connectTimeoutMS: 10_000,
    applicationName: 'metarun',
    extra: { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS },
  });
}
