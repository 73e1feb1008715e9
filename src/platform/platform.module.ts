import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../base/config/settings.js';
import { SchemaValidator } from '../base/schema/schema-validator.js';
import { CONFIG, LOGGER } from '../base/tokens.js';
import { DataFolderLock } from './database/data-folder-lock.js';
import { Database } from './database/database.js';
import { BusLink } from './events/bus/bus-link.js';
import { EventBus } from './events/event-bus.js';
import { EventLog } from './events/event-log.js';
import { BlobStore } from './storage/blob-store.js';

/** Connections and stores of a process, which are closed after the shutdown of the modules. */
export interface Platform {
  readonly config: Config;
  readonly logger: Logger;
  readonly lock: DataFolderLock;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly bus: EventBus;
  readonly busLink: BusLink;
  readonly events: EventLog;
  readonly schemas: SchemaValidator;
}

/** Provides every module with the settings, the log, the database, the blob store and the events. */
@Global()
@Module({})
export class PlatformModule {
  static with(platform: Platform): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: platform.config },
      { provide: LOGGER, useValue: platform.logger },
      { provide: DataFolderLock, useValue: platform.lock },
      { provide: Database, useValue: platform.database },
      { provide: BlobStore, useValue: platform.blobs },
      { provide: EventBus, useValue: platform.bus },
      { provide: BusLink, useValue: platform.busLink },
      { provide: EventLog, useValue: platform.events },
      { provide: SchemaValidator, useValue: platform.schemas },
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
