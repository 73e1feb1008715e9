import type { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations/index.js';

/** The database was made by a newer metarun in a way that this one would damage. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

async function hasTable(source: DataSource, name: string): Promise<boolean> {
  const runner = source.createQueryRunner();
  try {
    return await runner.hasTable(name);
  } finally {
    await runner.release();
  }
}

async function marks(source: DataSource): Promise<{ name: string; breaking: boolean }[]> {
  if (!(await hasTable(source, 'schema_marks'))) return [];
  return source.query('SELECT name, breaking FROM schema_marks');
}

/**
 * Brings the schema up to date. Throws {@link NewerSchemaError}, changing nothing, when the database has
 * had a breaking migration that this version does not know.
 */
export async function migrate(source: DataSource): Promise<void> {
  const known = new Set(MIGRATIONS.map(({ migration }) => migration.name));
  const before = await marks(source);
  const strange = before.filter(({ name, breaking }) => breaking && !known.has(name));
  if (strange.length > 0) {
    const names = strange.map(({ name }) => name).join(', ');
    throw new NewerSchemaError(
      `The database has been changed by a newer metarun (${names}) in a way that this version cannot work with. ` +
        'Start that newer version, or restore a backup made before the upgrade.',
    );
  }
  await source.runMigrations();
  const marked = new Set(before.map(({ name }) => name));
  for (const { migration, breaking } of MIGRATIONS) {
    if (marked.has(migration.name)) continue;
    await source
      .createQueryBuilder()
      .insert()
      .into('schema_marks')
      .values({ name: migration.name, breaking, applied_at: Date.now() })
      .orIgnore()
      .execute();
  }
}
