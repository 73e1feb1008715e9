import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { clock } from './statistics.mjs';

/** Creates a separate database on the server at `url`; `drop` removes it. */
export async function createDatabase(url) {
  const name = `metarun_bench_${randomBytes(6).toString('hex')}`;
  await onServer(url, `CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/**
 * Returns the number of statements per second that the database at `url` executes during `work`, and the ms that they
 * take; null if PostgreSQL does not count statements, which is reported.
 */
export async function statementsPerSecond(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await client.query('SELECT pg_stat_statements_reset()');
    const began = clock();
    await work();
    const seconds = (clock() - began) / 1000;
    const { rows } = await client.query(
      `SELECT sum(calls)::int AS calls, sum(total_exec_time)::float AS ms FROM pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return { calls: rows[0].calls / seconds, ms: rows[0].ms / seconds };
  } catch (error) {
    process.stderr.write(`bench: statements are not counted: ${error.message}\n`);
    return null;
  } finally {
    await client.end();
  }
}

async function onServer(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
