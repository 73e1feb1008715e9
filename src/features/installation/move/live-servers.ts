import type { Database } from '../../../platform/database/database.js';
import { SILENT_MS, SEEN } from '../state/presence.service.js';

/** Returns the hosts of the servers that work on a PostgreSQL database. */
export async function liveServers(database: Database): Promise<string[]> {
  const rows = await database.query<{ value: string }>(
    `SELECT value FROM installation WHERE ${SEEN} > ${database.now} - ${SILENT_MS} ORDER BY name`,
  );
  return rows.map(({ value }) => {
    const { host = 'unknown' } = JSON.parse(value.slice(value.indexOf(' ') + 1)) as {
      host?: string;
    };
    return host;
  });
}
