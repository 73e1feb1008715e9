import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { Migration } from './migration.js';
import { SchemaMarkEntity } from './schema-mark.entity.js';

/** The database was made by a newer metarun in a way that this one would damage. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/** Names the lock that servers which start together on one PostgreSQL migrate under, one after the other. */
const MIGRATION_LOCK = 7_305_110_612;

/**
 * Brings the schema up to date. Throws {@link NewerSchemaError}, changing nothing, when the database has
 * had a breaking migration that this version does not know.
 */
export async function migrate(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (source.options.type !== 'postgres') return await upgrade(source, runner);
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await upgrade(source, runner);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await runner.release();
  }
}

/** All of it on one connection: a pool may have no second one. */
async function upgrade(source: DataSource, runner: QueryRunner): Promise<void> {
  const migrations = migrationsOf(source);
  const before = await marks(runner);
  assertKnown(before, migrations);
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'each';
  await executor.executePendingMigrations();
  const marked = new Set(before.map(({ name }) => name));
  for (const { name, breaking } of migrations)
    if (!marked.has(name))
      await runner.manager.insert(SchemaMarkEntity, { name, breaking, applied_at: Date.now() });
}

function migrationsOf(source: DataSource): Migration[] {
  return source.migrations.filter((migration) => migration instanceof Migration);
}

async function marks(runner: QueryRunner): Promise<SchemaMarkEntity[]> {
  return (await runner.hasTable('schema_marks')) ? runner.manager.find(SchemaMarkEntity) : [];
}

function assertKnown(found: readonly SchemaMarkEntity[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const strange = found.filter(({ name, breaking }) => breaking && !known.has(name));
  if (strange.length === 0) return;
  const names = strange.map(({ name }) => name).join(', ');
  throw new NewerSchemaError(
    `The database has been changed by a newer metarun (${names}) in a way that this version cannot work with. ` +
      'Start that newer version, or restore a backup made before the upgrade.',
  );
}
