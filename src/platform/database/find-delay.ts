import type { Database, SqlValue } from './database.js';

/**
 * Returns the time until the first row of a table is due, in ms by the database's clock: 0 if one is due, null without rows.
 * `due`: column with the due time; `where`: SQL condition with its values, worded as in the column's index.
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
