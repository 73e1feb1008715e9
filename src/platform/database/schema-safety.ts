import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { Migration } from './migration.js';
import { SchemaMarkEntity } from './schema-mark.entity.js';

/** The database was made by a newer metarun in a way that this one would damage. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/** Servers run that a breaking migration of this release would have work wrongly. */
export class OlderServersError extends Error {
  override readonly name = 'OlderServersError';
}

/** Time for which an upgrade waits for older servers to end, and how often it looks, ms. */
const WAIT_MS = 60_000;
const LOOK_MS = 500;

/** Names the lock that servers which start together on one PostgreSQL migrate under, one after the other. */
const MIGRATION_LOCK = 7_305_110_612;

export interface MigrateOptions {
  /** Has servers end that do not know a breaking migration, instead of refusing. */
  upgradeNow?: boolean;
}

/**
 * Brings the schema up to date. Throws {@link NewerSchemaError}, changing nothing, when the database has had a breaking
 * migration that this version does not know, and {@link OlderServersError} while servers run that do not know one of its own.
 */
export async function migrate(
  source: DataSource,
  { upgradeNow = false }: MigrateOptions = {},
): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (source.options.type !== 'postgres') return await upgrade(source, runner, upgradeNow);
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await upgrade(source, runner, upgradeNow);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await runner.release();
  }
}

/** All of it on one connection: a pool may have no second one. */
async function upgrade(
  source: DataSource,
  runner: QueryRunner,
  upgradeNow: boolean,
): Promise<void> {
  const migrations = migrationsOf(source);
  const before = await marks(runner);
  assertKnown(before, migrations);
  const marked = new Set(before.map(({ name }) => name));
  const breaking = migrations.filter((one) => one.breaking && !marked.has(one.name));
  if (
    source.options.type === 'postgres' &&
    breaking.length > 0 &&
    (await runner.hasTable('workers'))
  )
    await withoutOlder(
      runner,
      breaking.map(({ name }) => name),
      upgradeNow,
      async () => {
        for (const { name } of breaking) {
          await mark(runner, name, true);
          marked.add(name);
        }
      },
    );
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'each';
  await executor.executePendingMigrations();
  for (const one of migrations)
    if (!marked.has(one.name)) await mark(runner, one.name, one.breaking);
}

async function mark(runner: QueryRunner, name: string, breaking: boolean): Promise<void> {
  await runner.manager.insert(SchemaMarkEntity, { name, breaking, applied_at: Date.now() });
}

/** Resolves once no server runs that does not know these breaking migrations; `announce` has those end that watch for it. */
async function withoutOlder(
  runner: QueryRunner,
  breaking: readonly string[],
  upgradeNow: boolean,
  announce: () => Promise<void>,
): Promise<void> {
  let older = await olderServers(runner, breaking);
  if (older.length === 0) return;
  if (!upgradeNow)
    throw refusal(older, breaking, 'stop them, or start with --upgrade-now, which has them stop');
  await announce();
  const until = performance.now() + WAIT_MS;
  while (older.length > 0 && performance.now() < until) {
    await delay(LOOK_MS);
    older = await olderServers(runner, breaking);
  }
  if (older.length > 0)
    throw refusal(older, breaking, 'they have not stopped by themselves; stop them');
}

interface OlderServer {
  name: string;
  version: string;
}

async function olderServers(
  runner: QueryRunner,
  breaking: readonly string[],
): Promise<OlderServer[]> {
  const rows = (await runner.query(
    `SELECT name, version, knows FROM workers
     WHERE gone = FALSE AND lease_until >= extract(epoch from clock_timestamp()) * 1000 ORDER BY name`,
  )) as (OlderServer & { knows: string })[];
  return rows.filter(({ knows }) => {
    const known = new Set(knows.split(' '));
    return breaking.some((name) => !known.has(name));
  });
}

function refusal(
  older: readonly OlderServer[],
  breaking: readonly string[],
  advice: string,
): OlderServersError {
  const servers = older.map(({ name, version }) => `${name} (${version})`).join(', ');
  const count =
    older.length === 1
      ? 'A server of another release runs'
      : `${older.length} servers of another release run`;
  return new OlderServersError(
    `${count}: ${servers}. This release changes the database (${breaking.join(', ')}) in a way that they cannot work with: ${advice}.`,
  );
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
