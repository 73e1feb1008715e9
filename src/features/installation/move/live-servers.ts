import type { Database } from '../../../platform/database/database.js';

/** Returns the hosts of the servers that work on a PostgreSQL database. */
export async function liveServers(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT name FROM workers WHERE gone = FALSE AND lease_until >= ${database.now} ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}
