import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { Migration } from './migration.js';
import { SchemaMarkEntity } from './schema-mark.entity.js';

/** Thrown if a newer metarun has changed the database in a way that this release would damage. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/** Thrown if the tables are older than this release, which may not change them. */
export class OlderSchemaError extends Error {
  override readonly name = 'OlderSchemaError';
}

/** Thrown if servers are running that a breaking migration of this release would break. */
export class OlderServersError extends Error {
  override readonly name = 'OlderServersError';
}

/** Time for which an upgrade waits for older servers to end, and the interval of its polls (ms). */
const WAIT_MS = 60_000;
const LOOK_MS = 500;

/** Name of the lock under which servers that start together on one PostgreSQL migrate one after the other. */
const MIGRATION_LOCK = 7_305_110_612;

export interface MigrateOptions {
  /** True to end servers that do not know a breaking migration, instead of refusing. */
  upgradeNow?: boolean;
}

/**
 * Brings the schema up to date, and returns the names of the missing migrations. Throws {@link NewerSchemaError},
 * without changing anything, if the database has a breaking migration that this version does not know, and {@link
 * OlderServersError} while servers are running that do not know one of its own.
 */
export async function migrate(
  source: DataSource,
  { upgradeNow = false }: MigrateOptions = {},
): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    if (source.options.type !== 'postgres') return await upgrade(source, runner, upgradeNow);
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      return await upgrade(source, runner, upgradeNow);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await runner.release();
  }
}

/** The difference between the existing tables and those of this release. */
export interface SchemaState {
  /** The missing migrations, in order. */
  missing: string[];
  /** Missing migrations that servers of an older release cannot work with. */
  breaking: string[];
  /** Running servers of an older release, with their releases. */
  servers: string[];
}

/** Returns what the tables lack, without changing anything. Throws {@link NewerSchemaError} like {@link migrate}. */
export async function schemaState(source: DataSource): Promise<SchemaState> {
  const runner = source.createQueryRunner();
  try {
    const migrations = listMigrations(source);
    assertKnown(await marks(runner), migrations);
    const made = new Set(await namesMade(runner));
    const missing = migrations.filter(({ name }) => !made.has(name));
    const breaking = missing.flatMap((one) => (one.breaking ? [one.name] : []));
    const older = (await hasServers(source, runner)) ? await olderServers(runner, breaking) : [];
    return { missing: missing.map(({ name }) => name), breaking, servers: older.map(shown) };
  } finally {
    await runner.release();
  }
}

/** Throws {@link OlderSchemaError} unless the tables are those of this release. Changes nothing. */
export async function assertMigrated(source: DataSource): Promise<void> {
  const { missing } = await schemaState(source);
  if (missing.length === 0) return;
  const [last = ''] = missing.slice(-1);
  const count = missing.length === 1 ? '1 migration is' : `${missing.length} migrations are`;
  throw new OlderSchemaError(
    `The tables of the database are older than this release: ${count} missing, the last is ${last}. ` +
      'METARUN_MIGRATE is "off", so this start does not change them: run `metarun migrate` with the same settings, then start again.',
  );
}

async function namesMade(runner: QueryRunner): Promise<string[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  const rows = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Returns whether servers record in the database which migrations they know. */
async function hasServers(source: DataSource, runner: QueryRunner): Promise<boolean> {
  return source.options.type === 'postgres' && (await runner.hasTable('workers'));
}

/** Applies the missing migrations, all on one connection, since a pool may not have a second one. */
async function upgrade(
  source: DataSource,
  runner: QueryRunner,
  upgradeNow: boolean,
): Promise<string[]> {
  const migrations = listMigrations(source);
  const before = await marks(runner);
  assertKnown(before, migrations);
  const marked = new Set(before.map(({ name }) => name));
  const breaking = migrations.filter((one) => one.breaking && !marked.has(one.name));
  if (breaking.length > 0 && (await hasServers(source, runner)))
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
  const made = await executor.executePendingMigrations();
  for (const one of migrations)
    if (!marked.has(one.name)) await mark(runner, one.name, one.breaking);
  return made.map(({ name }) => name);
}

async function mark(runner: QueryRunner, name: string, breaking: boolean): Promise<void> {
  await runner.manager.insert(SchemaMarkEntity, { name, breaking, applied_at: Date.now() });
}

/**
 * Resolves once no running server lacks these breaking migrations. With `upgradeNow`, announces them, which makes those
 * servers end.
 */
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
  const servers = older.map(shown).join(', ');
  const count =
    older.length === 1
      ? 'A server of another release runs'
      : `${older.length} servers of another release run`;
  return new OlderServersError(
    `${count}: ${servers}. This release changes the database (${breaking.join(', ')}) in a way that they cannot work with: ${advice}.`,
  );
}

function shown({ name, version }: OlderServer): string {
  return `${name} (${version})`;
}

function listMigrations(source: DataSource): Migration[] {
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
