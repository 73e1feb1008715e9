import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import {
  DataSource,
  type DataSourceOptions,
  type EntityMetadata,
  type EntityTarget,
  getMetadataArgsStorage,
  type Logger,
  type ObjectLiteral,
} from 'typeorm';
import { ConnectionMetadataBuilder } from 'typeorm/connection/ConnectionMetadataBuilder.js';
import { EntityMetadataBuilder } from 'typeorm/metadata-builder/EntityMetadataBuilder.js';
import { keepTemporaryFilesOfSqlite } from '../../base/config/environment-variable.js';
import type { Tables } from './feature.js';
import { makePrivate } from './private-file.js';

/**
 * Logger without output. Errors are thrown anyway, and TypeORM would log migrations to standard output, which is
 * reserved for programs.
 */
const NO_LOGGER: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** Returns the options that all data sources share, for either database. */
export function sharedOptions({ entities, migrations }: Tables) {
  return {
    entities: [...entities],
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logger: NO_LOGGER,
  } satisfies Partial<DataSourceOptions>;
}

/**
 * Number of pages of SQLite's log (128 MiB) from which a commit itself runs a checkpoint. Below that, {@link
 * Checkpoints} runs them in a server.
 */
const MOST_UNCHECKED_PAGES = 32_768;
/** Size to which a larger log is cut when it restarts (bytes). */
const KEPT_LOG_BYTES = 4 * 1024 * 1024;
/** Maximum wait for a lock of another process (ms). */
const LOCKED_MS = 5_000;

/** Returns the path of the SQLite database in a data folder. */
export function sqlitePath({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'metarun.db');
}

/** Creates a data source with one SQLite connection, which all of TypeORM's work on it shares: see {@link Database}. */
export function sqliteDataSource(
  path: string,
  tables: Tables,
  /** False if the file is not needed after a crash of the machine. */
  { synced = true } = {},
): DataSource {
  keepTemporaryFilesOfSqlite(dirname(path));
  if (path !== ':memory:') makePrivate(path);
  return new LazyDataSource({
    ...sharedOptions(tables),
    type: 'better-sqlite3',
    driver: Database,
    database: path,
    enableWAL: true,
    timeout: LOCKED_MS,
    prepareDatabase: (db: Database.Database) => {
      db.pragma(`synchronous = ${synced ? 'NORMAL' : 'OFF'}`);
      db.pragma('foreign_keys = ON');
      db.pragma(`wal_autocheckpoint = ${MOST_UNCHECKED_PAGES}`);
      db.pragma(`journal_size_limit = ${KEPT_LOG_BYTES}`);
      // SQLite's own function folds ASCII only; PostgreSQL's folds all letters.
      db.function('lower', { deterministic: true }, (text) =>
        typeof text === 'string' ? text.toLowerCase() : text,
      );
    },
  });
}

/** Opens a second connection to the database of a SQLite data source. */
export function openReader(writer: DataSource): Promise<DataSource> {
  return new LazyDataSource(writer.options).initialize();
}

/**
 * A data source that builds TypeORM's metadata of a table on first use: few tables are used through TypeORM, and all of
 * them take as long as a short script. Entities must not have relations.
 */
class LazyDataSource extends DataSource {
  constructor(options: DataSourceOptions) {
    super(options);
    Object.defineProperty(this, 'entityMetadatas', { get: () => this.buildAll() });
  }

  protected override async buildMetadatas(): Promise<void> {
    const migrations = Object.values(this.options.migrations ?? []);
    Object.assign(this, {
      migrations: await new ConnectionMetadataBuilder(this).buildMigrations(migrations),
    });
  }

  protected override findMetadata(target: EntityTarget<ObjectLiteral>): EntityMetadata | undefined {
    if (typeof target !== 'function') return undefined;
    const known = this.entityMetadatasMap.get(target);
    if (known !== undefined) return known;
    const [built] = new EntityMetadataBuilder(this, getMetadataArgsStorage()).build([target]);
    if (built !== undefined) this.entityMetadatasMap.set(target, built);
    return built;
  }

  private buildAll(): EntityMetadata[] {
    return Object.values(this.options.entities ?? [])
      .filter((entity) => typeof entity === 'function')
      .map((entity) => this.getMetadata(entity));
  }
}
