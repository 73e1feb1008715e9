import type { Client } from 'pg';

/** Connects with a database. Counts and times of its rows come as numbers. */
export async function connectTo(url: string): Promise<Client> {
  // Most files are for SQLite alone: to load this takes longer than many a test.
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

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<void> {
  const client = await connectTo(url);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * A new empty database on the server that test/run.mjs found, and how to get rid of it. `like`: the name of one that it is a copy
 * of.
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
