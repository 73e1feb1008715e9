import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { query } from './postgres.js';
import type { TestServer } from './server.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Runs one statement on the database of a server, which may be running or not. */
export async function sql(
  { dataDir, env }: Pick<TestServer, 'dataDir' | 'env'>,
  statement: string,
): Promise<void> {
  if (DATABASE === 'postgres') return query(env['METARUN_DATABASE_URL'] ?? '', statement);
  const database = new Sqlite(join(dataDir, 'metarun.db'), { timeout: 10_000 });
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}

/** Reads rows of the database of a server. Counts and times come as numbers. */
export async function rows<Row>(
  { dataDir, env }: Pick<TestServer, 'dataDir' | 'env'>,
  statement: string,
): Promise<Row[]> {
  if (DATABASE === 'sqlite') {
    const database = new Sqlite(join(dataDir, 'metarun.db'), { timeout: 10_000, readonly: true });
    try {
      return database.prepare(statement).all() as Row[];
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({
    connectionString: env['METARUN_DATABASE_URL'],
    types: {
      getTypeParser: (oid, format) =>
        Number(oid) === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}
