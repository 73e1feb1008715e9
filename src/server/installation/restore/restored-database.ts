import { copyFile, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Config } from '../../../base/config/settings.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { sqlitePath } from '../../../platform/database/data-source.js';
import { Database } from '../../../platform/database/database.js';
import { makePrivate } from '../../../platform/database/private-file.js';
import { DROP_CHANNEL } from '../../../platform/events/bus/bus-channel.js';
import type { Tables } from '../../../platform/database/feature.js';
import { postgresDataSource } from '../../../platform/database/postgres-source.js';
import { migrate } from '../../../platform/database/schema-safety.js';
import { flushFolder } from '../../../platform/storage/prefix-folders.js';
import { DROP_HOLDS } from '../../../files/files/blobs/removal-hold.js';
import { NAMES, rowsPath } from '../backup/manifest.js';
import { loadRows } from '../backup/postgres-rows.js';
import type { Progress } from '../backup/progress.js';
import { END_PAUSE, PAUSE, pauseValue } from '../pause.js';
import { DROP_WORKERS } from '../../../workflow/engine/workers/worker-rows.js';
import type { BackupFolder } from './backup-folder.js';

const BATCH = 500;

/** Copies the SQLite database of a backup into the data folder, paused. It gets its final name when complete. */
export async function restoreSqlite(backup: BackupFolder, config: Config): Promise<void> {
  const path = sqlitePath(config);
  const unfinished = `${path}.unfinished`;
  await copyFile(backup.path(NAMES.sqlite), unfinished);
  makePrivate(unfinished);
  const database = new Sqlite(unfinished, { fileMustExist: true });
  try {
    for (const statement of [DROP_HOLDS, DROP_CHANNEL, END_PAUSE]) database.exec(statement);
    database.prepare(PAUSE).run(pauseValue('restored'));
  } finally {
    database.close();
  }
  await placeSqlite(unfinished, path);
}

/** Flushes a complete SQLite database and moves it to its final path. */
export async function placeSqlite(unfinished: string, path: string): Promise<void> {
  const file = await open(unfinished, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await flushFolder(join(path, '..'));
}

/** A PostgreSQL database that a backup is restored into. */
export class RestoredPostgres implements AsyncDisposable {
  private constructor(
    private readonly database: Database,
    private readonly source: ReturnType<typeof postgresDataSource>,
  ) {}

  /**
   * Opens the database. Throws a GuidedError if it has been used. Its tables are those of the backup's version; the
   * next start adds the rest.
   */
  static async open(
    { databaseUrl }: Config,
    { manifest }: BackupFolder,
    tables: Tables,
  ): Promise<RestoredPostgres> {
    const wanted = new Set(manifest.database.migrations);
    const source = await postgresDataSource(databaseUrl, 2, {
      entities: tables.entities,
      migrations: tables.migrations.filter(({ name }) => wanted.has(name)),
    }).initialize();
    const restored = new RestoredPostgres(new Database(source, source), source);
    try {
      await assertUnused(restored.database, wanted, {
        what: 'The database of METARUN_DATABASE_URL',
        docs: 'operations.md#restore',
      });
      return restored;
    } catch (error) {
      await source.destroy();
      throw error;
    }
  }

  /** Loads all rows and pauses the installation, in one transaction. */
  async load(backup: BackupFolder, onProgress: (progress: Progress) => void): Promise<void> {
    await migrate(this.source);
    await this.database.write(async (transaction) => {
      let rows = 0;
      for (const table of Object.keys(backup.manifest.database.rows))
        await loadRows(transaction, table, backup.path(rowsPath(table)), () => {
          rows += 1;
          if (rows % BATCH === 0) onProgress({ step: 'database', rows });
        });
      for (const statement of [DROP_HOLDS, DROP_WORKERS, DROP_CHANNEL, END_PAUSE])
        await transaction.query(statement);
      await transaction.query(PAUSE, [pauseValue('restored')]);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.database.close();
  }
}

/**
 * Throws a GuidedError if a PostgreSQL database has been used. Tables without rows are accepted: an interrupted restore
 * leaves them.
 */
export async function assertUnused(
  database: Pick<Database, 'query'>,
  wanted: ReadonlySet<string>,
  { what, docs }: { what: string; docs: string },
): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  const names = tables.map(({ name }) => name);
  if (names.length === 0) return;
  const known = names.includes('migrations') && names.includes('users');
  const used = !known || (await database.query('SELECT id FROM users LIMIT 1')).length > 0;
  const ran = used ? [] : await database.query<{ name: string }>('SELECT name FROM migrations');
  if (!used && ran.every(({ name }) => wanted.has(name))) return;
  throw new GuidedError(`${what} is not empty.`, {
    code: 'not_empty',
    fix: 'Create an empty one for the installation, and name it.',
    docs,
  });
}
