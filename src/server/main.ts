import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { readServerConfig, type ServerConfig } from './core/config.js';
import { type OpenedServer, type OpenOptions, openServer } from './core/open-server.js';
import { octal, prepareDataDir } from '../base/config/data-dir.js';
import { LoginLinks } from '../access/auth/sessions/login-links.js';
import { PausableWork } from './installation/pausable-work.js';
import { Engine } from '../workflow/engine/engine.js';
import { SkewWatch } from '../workflow/engine/workers/skew-watch.js';
import { Gate } from './http/gate.js';
import { listen } from './http/listen.js';
import { welcome, welcomeObject } from './http/welcome.js';
import { setUpHttp } from './http/setup.js';
import { stopOnSignal } from './core/stop-on-signal.js';
import { getErrorMessage } from '../base/kernel/errors.js';
import { createLogger } from '../base/logging/logger.js';
import { type FirstCredentials, FirstStart } from '../access/projects/first-start.service.js';
import type { Logger } from 'pino';
import { CONFIG, LOGGER } from '../base/tokens.js';
import { InstallationCheck } from '../files/files/blobs/installation-check.service.js';
import { checkEqualSettings } from './installation/equal-settings.js';
import { Pause } from './installation/pause.js';
import { checkSecrets, secretsAdvice } from './installation/secrets-check.js';
import { SecretKey } from '../access/secrets/secret-key.js';
import { logTasks } from '../tasks/tasks/details/task-log.js';
import { Database } from '../platform/database/database.js';
import { EventBus } from '../platform/events/event-bus.js';
import { prepareCore } from './core/core.module.js';
import { ScriptWarming } from './core/script-warming.js';

export { readServerConfig };

export interface ServerOptions extends OpenOptions {
  /** Pauses the installation until an operator resumes it. */
  paused?: boolean | undefined;
}

export interface ServeOptions extends ServerOptions {
  /** Prints one JSON object instead of text. */
  json?: boolean | undefined;
  /** Value of METARUN_ROLE that overrides the variable. */
  role?: string | undefined;
}

/** Exit code of a server that ends because a newer release has migrated the database: EX_TEMPFAIL of sysexits. */
const OUTDATED = 75;
/** Maximum time for runs of an outdated server to finish, in ms. */
const OUTDATED_MS = 3_000;

/** A running server. */
export interface StartedServer {
  /** The application; its `get` returns a service by class. */
  app: INestApplicationContext;
  opened: OpenedServer;
  port: number;
  /** Stops the server; running tasks may finish within METARUN_SHUTDOWN_SECONDS. */
  close: () => Promise<void>;
}

/**
 * Starts a server with these settings. The port is taken before anything is changed, so that a failed start has no
 * effect; requests wait until everything is ready. `show` is called last, with the credentials of a first start, which
 * are stored only if it resolves. Rejects with the reason why the server cannot start.
 */
export async function startServer(
  config: ServerConfig,
  show: (started: StartedServer, first: FirstCredentials | null) => Promise<void>,
  options: ServerOptions = {},
): Promise<StartedServer> {
  const mode = await prepareDataDir(config);
  const logger = createLogger(config);
  if (mode !== null)
    logger.warn(
      { folder: config.dataDir, mode: octal(mode) },
      "the data folder was open to others; it is now its owner's alone (mode 0700)",
    );
  await using closing = new AsyncDisposableStack();
  const opened = await openServer(config, logger, options);
  closing.defer(() => opened.close());
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(opened), {
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: true,
    logger: false,
  });
  closing.defer(() => app.close());
  const gate = new Gate();
  app.use(gate.middleware);
  setUpHttp(app);
  await prepareServer(app, options);
  const port = await listenOn(app, config);
  await app.init();
  const kept = closing.move();
  const started = { app, opened, port, close: () => kept.disposeAsync() };
  try {
    if (config.roles.includes('api'))
      await app.get(FirstStart).bootstrap((first) => show(started, first));
    else await show(started, null);
    gate.open();
    return started;
  } catch (error) {
    await started.close();
    throw error;
  }
}

/**
 * Starts the server and prints first steps, or with `json` an object on one line; resolves once it serves. Rejects with
 * the reason why it cannot.
 */
export async function serve({
  json = false,
  paused,
  upgradeNow,
  role = '',
}: ServeOptions = {}): Promise<void> {
  const begin = performance.now();
  const config = readServerConfig(undefined, role === '' ? {} : { METARUN_ROLE: role });
  const show = async (
    { app, opened, port, close }: StartedServer,
    first: FirstCredentials | null,
  ): Promise<void> => {
    // A process that reads the output may stop the server at once.
    const stop = stopOnSignal(close, opened.platform.logger);
    const engine = app.get(Engine);
    app.get(SkewWatch).onNewer = (names) => {
      opened.platform.logger.error(
        { migrations: names },
        'stopping: a newer release has changed the database',
      );
      engine.shutdownMs = Math.min(engine.shutdownMs, OUTDATED_MS);
      stop(
        `a newer metarun has changed the database (${names.join(', ')}) in a way that this one cannot work with`,
        OUTDATED,
      );
    };
    const startMs = performance.now() - begin;
    const sandbox = opened.scripts.sandbox.report;
    const links = app.get(LoginLinks);
    const paused = app.get(PausableWork).state;
    const served = { config, port, first, startMs, sandbox, links, paused };
    await print(json ? `${JSON.stringify(welcomeObject(served))}\n` : welcome(served));
  };
  await startServer(config, show, { paused, upgradeNow });
}

/** Writes to standard output; resolves once it is written. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Listens on the configured address and returns the port. */
async function listenOn(
  app: NestExpressApplication,
  { host, port }: ServerConfig,
): Promise<number> {
  try {
    await listen(app.getHttpServer(), host, port);
    return (app.getHttpServer().address() as AddressInfo).port;
  } catch (error) {
    throw new Error(
      `Cannot listen on ${host}:${port} (${getErrorMessage(error)}). METARUN_HOST and METARUN_PORT say where; port 0 takes a free one.`,
      { cause: error },
    );
  }
}

/**
 * Prepares an opened server before it serves. `paused` pauses the installation. Rejects with the reason why it must not
 * start.
 */
async function prepareServer(
  app: INestApplicationContext,
  { paused = false }: { paused?: boolean | undefined },
): Promise<void> {
  await prepareCore(app);
  // The processes of scripts start in parallel with the following steps.
  app.get(ScriptWarming).begin();
  const logger = app.get<Logger>(LOGGER);
  const database = app.get(Database);
  const key = await app.get(SecretKey).find();
  await app.get(InstallationCheck).run();
  await checkEqualSettings(app.get<ServerConfig>(CONFIG), database, key);
  // Without the right key the server works, except for tasks and webhooks that need their secrets.
  const found = await checkSecrets(database, key);
  if (found.unreadable > 0) logger.warn(found, secretsAdvice(found, app.get(SecretKey).place));
  logTasks(app.get(EventBus), logger);
  if (paused) await app.get(Pause).begin();
}
