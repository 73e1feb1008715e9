import type { Database } from './database.js';

/**
 * Returns a table of a FROM clause, with its alias if any, and the index to use: SQLite has no statistics to choose it.
 * PostgreSQL has.
 */
export function indexed({ kind }: Pick<Database, 'kind'>, table: string, index: string): string {
  return kind === 'sqlite' ? `${table} INDEXED BY ${index}` : table;
}

/**
 * Returns a column in a form by which SQLite looks up no rows: it might otherwise read all rows of a project rather than the few
 * rows of a narrower index.
 */
export function unindexed({ kind }: Pick<Database, 'kind'>, column: string): string {
  return kind === 'sqlite' ? `+${column}` : column;
}
