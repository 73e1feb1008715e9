import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './server.js';
import { sql } from './sql.js';

/** Returns a dump of the whole database of a server. */
export async function dump(server: TestServer): Promise<string> {
  if (server.env['METARUN_DATABASE_URL'] === undefined) {
    const copy = join(server.dataDir, `dump-${randomUUID()}.db`);
    await sql(server, `VACUUM INTO '${copy}'`);
    return readFileSync(copy, 'latin1');
  }
  await sql(server, 'VACUUM');
  const tables = await sql<{ name: string }>(
    server,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  const all = [];
  for (const { name } of tables)
    all.push(
      JSON.stringify(await sql(server, `SELECT row_to_json(t)::text AS row FROM "${name}" t`)),
    );
  return all.join('\n');
}
