import type { Logger } from 'pino';
import { TaskModelUse } from '../../agents/models/usage/task-model-use.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import type { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import type { Database } from '../../platform/database/database.js';
import type { Bus } from '../../platform/events/bus/bus.js';
import { BusLink } from '../../platform/events/bus/bus-link.js';
import { openBus } from '../../platform/events/bus/open-bus.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { EventLog } from '../../platform/events/event-log.js';
import type { Platform } from '../../platform/platform.module.js';
import { openBlobStore } from '../../platform/storage/open-blob-store.js';
import { Containers } from '../../sandbox/containers/containers.js';
import { openEgress } from '../../sandbox/egress/open-egress.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import type { EgressFolder } from '../../sandbox/runtime/sandbox/egress-folder.js';
import { closeScriptRuntimes, type ScriptRuntimes } from '../../sandbox/runtime/script-runtimes.js';
import type { ScriptHost } from '../../sandbox/sandbox.module.js';
import type { EngineParts } from '../../workflow/engine/engine.module.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { openWorker } from '../../workflow/engine/workers/open-worker.js';
import type { ServerConfig } from './config.js';

/** The parts that a server and a command open in different ways. */
export interface InfrastructureOptions {
  logger: Logger;
  /** Lock of the data folder; the core neither takes nor releases it. */
  lock: DataFolderLock;
  openDatabase: () => Promise<Database>;
  startRuntimes: () => Promise<ScriptRuntimes>;
  /** Opens the container engine, if the settings name one. */
  openContainers?: (egress: EgressFolder) => Promise<Containers>;
  /** Registry of the functions that scripts may call. */
  capabilities?: Capabilities;
  /** Wraps the message bus of the product; used unwrapped by default. */
  bus?: ((product: Bus) => Bus) | undefined;
  /** A started validator to use, if any; the core closes it. */
  schemas?: SchemaValidator;
}

/** Connections, runtimes and stores, which a process opens before it creates its modules. */
export interface Infrastructure {
  readonly platform: Platform & { readonly config: ServerConfig };
  readonly scripts: ScriptHost;
  readonly engine: EngineParts;
  /** Closes everything. The modules must have been shut down before. */
  close(): Promise<void>;
}

/** Opens the infrastructure that all modules use. On failure, everything already opened is closed. */
export async function openInfrastructure(
  config: ServerConfig,
  options: InfrastructureOptions,
): Promise<Infrastructure> {
  await using opened = new AsyncDisposableStack();
  const { logger, lock, openDatabase, startRuntimes } = options;
  const { capabilities = new Capabilities(), schemas = new SchemaValidator() } = options;
  opened.defer(() => schemas.close());
  const opening = [
    deferred(opened, startRuntimes(), closeScriptRuntimes),
    deferred(opened, openDatabase(), (database) => database.close()),
    deferred(opened, openBlobStore(config), (blobs) => blobs.close()),
  ] as const;
  // All must have settled before an error is thrown: closing must not overlap with opening.
  await Promise.allSettled(opening);
  const [scripts, database, blobs] = await Promise.all(opening);
  const { sandbox } = scripts;
  const { openContainers = async () => Containers.NONE } = options;
  const containers = await deferred(opened, openContainers(scripts.egress), (one) => one.close());
  const runtimes = containers.around(scripts.runtimes);
  const egress = await deferred(opened, openEgress(config, scripts.egress), (one) => one.close());
  const bus = new EventBus();
  const { bus: inFront = (product: Bus) => product } = options;
  const adapter = inFront(await openBus(config, database, logger));
  const busLink = await deferred(opened, BusLink.open(adapter, bus, logger), (link) =>
    link.close(),
  );
  const events = new EventLog(database, config, bus);
  const transitions = new Transitions(database, events, bus, new TaskModelUse(database));
  const worker = openWorker(config, lock, database, bus, logger);
  const kept = opened.move();
  return {
    platform: { config, logger, lock, database, blobs, bus, busLink, events, schemas },
    scripts: { sandbox, runtimes, containers, capabilities, egress },
    engine: { transitions, ...worker },
    close: () => kept.disposeAsync(),
  };
}

/** Registers the closing of a resource once it is open, and resolves to the resource. */
async function deferred<T>(
  opened: AsyncDisposableStack,
  opening: Promise<T>,
  close: (made: T) => void | Promise<void>,
): Promise<T> {
  const made = await opening;
  opened.defer(() => close(made));
  return made;
}
