import type { Database } from './database.js';

/** Returns the breaking migrations that a newer release has applied and this release does not know. */
export async function unknownMarks(database: Database): Promise<string[]> {
  const known = new Set(database.breakingMigrations);
  const marks = await database.query<{ name: string }>(
    'SELECT name FROM schema_marks WHERE breaking = TRUE ORDER BY name',
  );
  return marks.flatMap(({ name }) => (known.has(name) ? [] : [name]));
}
