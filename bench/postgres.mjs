import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of its own on the server of `url`; `drop` removes it. */
export async function createDatabase(url) {
  const name = `metarun_bench_${randomBytes(6).toString('hex')}`;
  await onServer(url, `CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`) };
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
