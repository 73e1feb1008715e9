import { newId } from '../../../base/kernel/ids.js';
import type { Database } from '../../database/database.js';

const NAME = 'bus channel';

/** SQL that makes a copy of an installation choose a new channel. */
export const DROP_CHANNEL = `DELETE FROM installation WHERE name = '${NAME}'`;

/**
 * Returns the name of the channel on which the servers of this database find each other, even if other installations
 * share the bus. The first server creates it.
 */
export async function busChannel(database: Database): Promise<string> {
  await database.execute(
    'INSERT INTO installation (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    [NAME, newId()],
  );
  const [row] = await database.query<{ value: string }>(
    'SELECT value FROM installation WHERE name = ?',
    [NAME],
  );
  if (row === undefined) throw new Error('the name of the channel of the bus is gone');
  return row.value;
}
