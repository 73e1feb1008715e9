import type { Database } from '../../../platform/database/database.js';
import { ROOT } from './file-path.js';

/**
 * Returns the suffix that makes a column compare by its bytes, as SQLite does by default; PostgreSQL may sort text by a
 * language's rules.
 */
export function byBytes(database: Database): string {
  return database.kind === 'postgres' ? ' COLLATE "C"' : '';
}

/** Returns the SQL condition of every path below `directory`, at any depth, with its values. */
export function belowDirectory(
  database: Database,
  directory: string,
): { sql: string; values: string[] } {
  const prefix = directory === ROOT ? ROOT : `${directory}/`;
  const bytes = byBytes(database);
  // "0" is the character after "/": SQLite can search a range of its index on the path.
  return {
    sql: `path${bytes} > ? AND path${bytes} < ?`,
    values: [prefix, `${prefix.slice(0, -1)}0`],
  };
}
