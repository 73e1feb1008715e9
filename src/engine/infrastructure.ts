import type { Logger } from 'pino';
import type { Config } from '../config/settings.js';
import type { DataFolderLock } from '../database/data-folder-lock.js';
import type { Database } from '../database/database.js';
import type { Egress } from '../egress/egress.js';
import type { EventBus } from '../events/event-bus.js';
import type { EventLog } from '../events/event-log.js';
import type { Capabilities } from '../runtime/capabilities.js';
import type { Runtimes } from '../runtime/runtimes.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import type { SchemaValidator } from '../schema/schema-validator.js';
import type { BlobStore } from '../storage/blob-store.js';
import type { Transitions } from './transitions.js';

/** The services that every feature is built on. `Own` is the type of the feature's own settings. */
export interface Infrastructure<Own = unknown> {
  readonly config: Config & Own;
  readonly logger: Logger;
  readonly lock: DataFolderLock;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly bus: EventBus;
  readonly events: EventLog;
  readonly transitions: Transitions;
  readonly schemas: SchemaValidator;
  readonly sandbox: Sandbox;
  readonly runtimes: Runtimes;
  readonly capabilities: Capabilities;
  readonly egress: Egress;
}
