import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { query } from './postgres.js';
import type { TestServer } from './server.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Runs one statement on a server's database, beside the server: for what would take days otherwise. */
export async function changeDatabase(server: TestServer, statement: string): Promise<void> {
  if (DATABASE === 'postgres') return query(server.env['METARUN_DATABASE_URL'] ?? '', statement);
  const database = new Sqlite(join(server.dataDir, 'metarun.db'), { timeout: 5_000 });
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}
