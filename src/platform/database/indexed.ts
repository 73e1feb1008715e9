import type { Database } from './database.js';

/**
 * Returns a table of a FROM clause, with its alias if any, and the index to use: SQLite has no statistics to choose it.
 * PostgreSQL has.
 */
export function indexed({ kind }: Pick<Database, 'kind'>, table: string, index: string): string {
  return kind === 'sqlite' ? `${table} INDEXED BY ${index}` : table;
}
