import pg from 'pg';

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A new empty database on the server that test/run.mjs found, and how to get rid of it. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = process.env['TEST_POSTGRES_URL'];
  if (!admin) throw new Error('no PostgreSQL: run the tests by `npm test`');
  const name = `metarun_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await query(admin, `CREATE DATABASE ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => query(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
