import { sqlitePath } from '../../../platform/database/data-source.js';
import { waitForUnlock } from '../../../platform/database/wait-for-unlock.js';
import { databaseState, migrateDatabase } from '../../../platform/database/migrate-database.js';
import type { SchemaState } from '../../../platform/database/schema-safety.js';
import { readServerConfig } from '../../../server/core/config.js';
import { allTables } from '../../../server/core/tables.js';
import { usageError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { databaseName } from '../../toolkit/open-database.js';
import { reported } from '../../toolkit/report-wait.js';
import { printJson } from '../../toolkit/print-json.js';
import { stdout } from '../../toolkit/output.js';

export interface MigrateCommandOptions {
  /** Only reports pending migrations. */
  check?: boolean | undefined;
  /** Stops older servers that are incompatible with a migration, instead of refusing to migrate. */
  upgradeNow?: boolean | undefined;
  json?: boolean | undefined;
}

/** Runs `metarun migrate` and sets the exit code. */
export async function runMigrate({
  check = false,
  upgradeNow = false,
  json = false,
}: MigrateCommandOptions): Promise<void> {
  if (check && upgradeNow)
    throw usageError(
      '--check changes nothing, so --upgrade-now does not go with it.',
      'Give one of them.',
      'operations.md#migrations',
    );
  const config = readServerConfig();
  const tables = allTables();
  const kind = config.databaseUrl === '' ? 'sqlite' : 'postgres';
  const onDatabase = <T>(work: () => Promise<T>): Promise<T> => {
    const unlocked = kind === 'sqlite' ? waitForUnlock(sqlitePath(config)) : Promise.resolve();
    return reported(databaseName(config), unlocked.then(work));
  };
  if (check) {
    const state = await onDatabase(() => databaseState(config, tables));
    const ok = state.missing.length === 0;
    process.exitCode = ok ? EXIT.ok : EXIT.outdated;
    if (json) return printJson({ ok, database: kind, made: [], ...state });
    stdout.write(formatSchemaState(state));
    return;
  }
  const made = await onDatabase(() => migrateDatabase(config, tables, { upgradeNow }));
  if (json)
    return printJson({ ok: true, database: kind, made, missing: [], breaking: [], servers: [] });
  const lines = made.map((name) => `  ${name}`);
  stdout.write(
    made.length === 0
      ? `${UP_TO_DATE}\n`
      : [`Made ${count(made.length)}:`, ...lines, UP_TO_DATE, ''].join('\n'),
  );
}

const UP_TO_DATE = 'The tables are up to date.';

function formatSchemaState({ missing, breaking, servers }: SchemaState): string {
  if (missing.length === 0) return `${UP_TO_DATE}\n`;
  const hard = new Set(breaking);
  const marked = missing.map((name) => `  ${name}${hard.has(name) ? '  breaking' : ''}`);
  const running =
    servers.length === 0 ? [] : [`Servers that cannot work with them run: ${servers.join(', ')}.`];
  return [
    `The tables are older than this release. Missing: ${count(missing.length)}.`,
    ...marked,
    ...running,
    '',
  ].join('\n');
}

function count(migrations: number): string {
  return `${migrations} ${migrations === 1 ? 'migration' : 'migrations'}`;
}
