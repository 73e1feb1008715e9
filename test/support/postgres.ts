import type { Client } from 'pg';

/** Connects to a database. Counts and times are returned as numbers. */
export async function connectTo(url: string): Promise<Client> {
  // Loading this module takes longer than many tests, and most test files only use SQLite.
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    types: {
      getTypeParser: (oid, format) =>
        Number(oid) === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  await client.connect();
  return client;
}

/** Runs a statement on a new connection. */
export async function query(url: string, sql: string): Promise<void> {
  const client = await connectTo(url);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Creates an empty database on the server of test/run.mjs and returns a function that drops it. `like` is the name of a
 * database to copy.
 */
export async function createDatabase(
  like = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = process.env['TEST_POSTGRES_URL'];
  if (!admin) throw new Error('no PostgreSQL: run the tests by `npm test`');
  const name = `metarun_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await query(admin, `CREATE DATABASE ${name} TEMPLATE ${like}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => query(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
