import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { prepareDataDir } from '../../base/config/data-dir.js';
import type { Config } from '../../base/config/settings.js';
import { connectSource } from './connect-source.js';
import { DataFolderLock } from './data-folder-lock.js';
import { sqliteDataSource, sqlitePath } from './data-source.js';
import type { Tables } from './feature.js';
import { migrate, type MigrateOptions, type SchemaState, schemaState } from './schema-safety.js';

/**
 * Brings the tables up to date, while no server on this machine uses them. Returns the names of the missing migrations.
 */
export async function migrateDatabase(
  config: Config,
  tables: Tables,
  options: MigrateOptions,
): Promise<string[]> {
  if (config.databaseUrl !== '') {
    const { onSchema } = await import('./postgres-schema.js');
    return onSchema(config, tables, (source) => migrate(source, options));
  }
  await prepareDataDir(config);
  const lock = DataFolderLock.take(config.dataDir, true);
  try {
    return await onSqlite(config, tables, (source) => migrate(source));
  } finally {
    lock.release();
  }
}

/** Returns what the tables lack for this release, without changing anything. */
export async function databaseState(config: Config, tables: Tables): Promise<SchemaState> {
  if (config.databaseUrl !== '') {
    const { onSchema } = await import('./postgres-schema.js');
    return onSchema(config, tables, schemaState);
  }
  // Opening the database would create it.
  if (existsSync(sqlitePath(config))) return onSqlite(config, tables, schemaState);
  const source = sqliteDataSource(':memory:', tables);
  await source.initialize();
  try {
    return await schemaState(source);
  } finally {
    await source.destroy();
  }
}

async function onSqlite<T>(
  config: Config,
  tables: Tables,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const path = sqlitePath(config);
  const source = await connectSource(sqliteDataSource(path, tables), `${path} cannot be opened`);
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}
