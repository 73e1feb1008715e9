import { join } from 'node:path';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { messageOf } from '../kernel/errors.js';
import { Checkpoints } from './checkpoints.js';
import { postgresDataSource, sqliteDataSource } from './data-source.js';
import { DataFolderLock } from './data-folder-lock.js';
import { Database } from './database.js';
import { migrate } from './schema-safety.js';

/** Connections beyond one for each running task: requests, sweeps, event streams. */
const SPARE_CONNECTIONS = 8;

function sqlitePath(config: Config): string {
  return join(config.dataDir, 'metarun.db');
}

async function openDatabase(config: Config, _lock: DataFolderLock): Promise<Database> {
  if (config.databaseUrl !== '') {
    const pool = postgresDataSource(
      config.databaseUrl,
      Math.min(40, config.concurrency + SPARE_CONNECTIONS),
    );
    await connect(pool, 'The database of METARUN_DATABASE_URL does not answer');
    await migrate(pool);
    return new Database(pool, pool);
  }
  const path = sqlitePath(config);
  const writer = await connect(sqliteDataSource(path), `${path} cannot be opened`);
  await migrate(writer);
  return new Database(writer, await sqliteDataSource(path).initialize());
}

/** Throws with `failure` in front of the reason. */
async function connect(source: DataSource, failure: string): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (error) {
    throw new Error(`${failure}: ${messageOf(error)}`, { cause: error });
  }
}

@Global()
@Module({
  providers: [
    {
      provide: DataFolderLock,
      inject: [CONFIG],
      useFactory: (config: Config): DataFolderLock =>
        DataFolderLock.take(config.dataDir, config.databaseUrl === ''),
    },
    { provide: Database, inject: [CONFIG, DataFolderLock], useFactory: openDatabase },
    {
      provide: Checkpoints,
      inject: [CONFIG, Database],
      useFactory: (config: Config, { kind }: Database): Checkpoints | null =>
        kind === 'sqlite' ? new Checkpoints(sqlitePath(config)) : null,
    },
  ],
  exports: [Database, DataFolderLock],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DataFolderLock) private readonly lock: DataFolderLock,
    @Inject(Checkpoints) private readonly checkpoints: Checkpoints | null,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.checkpoints?.stop();
    await this.database.close();
    this.lock.release();
  }
}
