import type { Database } from './database.js';

/**
 * Returns a table of a FROM, with its alias if it has one, by the index that is meant: SQLite has no statistics by which to find it.
 * PostgreSQL has.
 */
export function indexed({ kind }: Pick<Database, 'kind'>, table: string, index: string): string {
  return kind === 'sqlite' ? `${table} INDEXED BY ${index}` : table;
}
