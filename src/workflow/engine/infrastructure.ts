import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import type { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import type { Database } from '../../platform/database/database.js';
import type { Containers } from '../../sandbox/containers/containers.js';
import type { Egress } from '../../sandbox/egress/egress.js';
import type { BusLink } from '../../platform/events/bus/bus-link.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { EventLog } from '../../platform/events/event-log.js';
import type { Capabilities } from '../../sandbox/runtime/capabilities.js';
import type { Runtimes } from '../../sandbox/runtime/runtimes.js';
import type { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';
import type { SchemaValidator } from '../../base/schema/schema-validator.js';
import type { BlobStore } from '../../platform/storage/blob-store.js';
import type { Keepers } from './keepers/keepers.js';
import type { Transitions } from './transitions.js';
import type { WorkerLease } from './workers/worker-lease.js';
import type { WorkerRows } from './workers/worker-rows.js';

/** The services that every feature is built on. `Own` is the type of the feature's own settings. */
export interface Infrastructure<Own = unknown> {
  readonly config: Config & Own;
  readonly logger: Logger;
  readonly lock: DataFolderLock;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly bus: EventBus;
  readonly busLink: BusLink;
  readonly events: EventLog;
  readonly transitions: Transitions;
  readonly workers: WorkerRows;
  readonly lease: WorkerLease;
  readonly keepers: Keepers;
  readonly schemas: SchemaValidator;
  readonly sandbox: Sandbox;
  readonly runtimes: Runtimes;
  readonly containers: Containers;
  readonly capabilities: Capabilities;
  readonly egress: Egress;
}
