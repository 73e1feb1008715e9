import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { connectTo } from './postgres.js';
import type { TestServer } from './server.js';

/** Maximum time to wait for another writer, in ms. */
const PATIENCE_MS = 10_000;

/**
 * Runs a statement on the database of a server, which need not be running, and returns the rows of a SELECT. Counts and
 * times are returned as numbers.
 */
export async function sql<Row = unknown>(
  { dataDir, env }: Pick<TestServer, 'dataDir' | 'env'>,
  statement: string,
): Promise<Row[]> {
  const url = env['METARUN_DATABASE_URL'];
  if (url === undefined) {
    const database = new Sqlite(join(dataDir, 'metarun.db'), { timeout: PATIENCE_MS });
    try {
      const prepared = database.prepare(statement);
      if (prepared.reader) return prepared.all() as Row[];
      prepared.run();
      return [];
    } finally {
      database.close();
    }
  }
  const client = await connectTo(url);
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Runs a statement in a transaction that stays open until the returned function is called. */
export async function heldChange(
  { dataDir, env }: Pick<TestServer, 'dataDir' | 'env'>,
  statement: string,
): Promise<() => Promise<void>> {
  const url = env['METARUN_DATABASE_URL'];
  if (url === undefined) {
    const database = new Sqlite(join(dataDir, 'metarun.db'), { timeout: PATIENCE_MS });
    database.exec(`BEGIN IMMEDIATE; ${statement}`);
    return () => {
      database.exec('COMMIT');
      database.close();
      return Promise.resolve();
    };
  }
  const client = await connectTo(url);
  await client.query(`BEGIN; ${statement}`);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

/** Returns the number that a statement selects. */
export async function loadNumber(server: TestServer, statement: string): Promise<number> {
  const [row] = await sql<Record<string, unknown>>(server, statement);
  return Number(Object.values(row ?? {})[0]);
}
