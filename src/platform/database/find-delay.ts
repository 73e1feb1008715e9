import type { Database, SqlValue } from './database.js';

/**
 * Finds the time until the first row of a table is due, in ms by the database's clock: 0 when one is, null when none ever will be.
 * `due`: the column that says when; `where`: SQL that an index on it is for, with its values.
 */
export async function findDelay(
  database: Database,
  table: string,
  due: string,
  where: string,
  values: readonly SqlValue[] = [],
): Promise<number | null> {
  const [row] = await database.query<{ delay: number | null }>(
    `SELECT MIN(${due}) - ${database.now} AS delay FROM ${table} WHERE ${where}`,
    values,
  );
  return row?.delay == null ? null : Math.max(0, row.delay);
}
