import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { readServerConfig, type ServerConfig } from './core/config.js';
import { createServer, type Server, type ServerOptions } from './core/server.js';
import { octal, prepareDataDir } from '../base/config/data-dir.js';
import { Gate } from './http/gate.js';
import { LastAnswers } from './http/last-answers.js';
import { listen } from './http/listen.js';
import { welcome, welcomeObject } from './http/welcome.js';
import { setUpHttp } from './http/setup.js';
import { stopOnSignal } from './core/stop-on-signal.js';
import { messageOf } from '../base/kernel/errors.js';
import { createLogger } from '../base/logging/logger.js';
import type { FirstCredentials } from '../features/projects/first-start.service.js';

export { readServerConfig };

export interface ServeOptions extends ServerOptions {
  /** Prints one JSON object instead of text. */
  json?: boolean | undefined;
  /** The value of METARUN_ROLE, instead of that variable's. */
  role?: string | undefined;
}

/** The exit code of a server that ends because a newer release has the database: sysexits' EX_TEMPFAIL. */
const OUTDATED = 75;
/** The time that its runs have to finish at most, ms. */
const OUTDATED_MS = 3_000;

/** A server that serves. */
export interface StartedServer {
  server: Server;
  port: number;
  /** Ends it; running tasks may finish within METARUN_SHUTDOWN_SECONDS. */
  close: () => Promise<void>;
}

/**
 * Starts a server with these settings. The port is taken first, so that a start that fails has made nothing; requests wait
 * until all is ready. `show` is called last, with the credentials of a first start, which are made only if it resolves.
 * Rejects with the reason why the server cannot start.
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
  const server = await createServer(config, logger, options);
  const { app, gate } = await createApplication(server);
  const close = (): Promise<void> => app.close();
  try {
    const started = { server, port: await listenOn(app, config), close };
    await app.init();
    if (config.roles.includes('api'))
      await server.projects.firstStart.bootstrap((first) => show(started, first));
    else await show(started, null);
    gate.open();
    return started;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Puts the endpoints on a server, behind a gate that is closed, or closes it. */
async function createApplication(
  server: Server,
): Promise<{ app: NestExpressApplication; gate: Gate }> {
  try {
    const last = new LastAnswers(() => server.core.lease.draining);
    const module = await AppModule.with(server, last);
    const app = await NestFactory.create<NestExpressApplication>(module, {
      bodyParser: false,
      abortOnError: false,
      forceCloseConnections: true,
      logger: false,
    });
    const gate = new Gate();
    app.use(gate.middleware);
    setUpHttp(app, { logger: server.core.logger, dashboard: server.dashboard, last });
    return { app, gate };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * Starts the server and prints what to try, or with `json` an object on one line; resolves once it serves. Rejects with
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
    { server: { core, auth, work, skew }, port, close }: StartedServer,
    first: FirstCredentials | null,
  ): Promise<void> => {
    // A process that sees that it serves may stop it at once.
    const stop = stopOnSignal(close, core.logger);
    skew.onNewer = (names) => {
      core.logger.error(
        { migrations: names },
        'a newer release has changed the database: this server ends',
      );
      core.tasks.engine.shutdownMs = Math.min(core.tasks.engine.shutdownMs, OUTDATED_MS);
      stop(
        `a newer metarun has changed the database (${names.join(', ')}) in a way that this one cannot work with`,
        OUTDATED,
      );
    };
    const startMs = performance.now() - begin;
    const sandbox = core.sandbox.report;
    const links = auth.loginLinks;
    const served = { config, port, first, startMs, sandbox, links, paused: work.state };
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

/** Returns the port that was taken. */
async function listenOn(
  app: NestExpressApplication,
  { host, port }: ServerConfig,
): Promise<number> {
  try {
    await listen(app.getHttpServer(), host, port);
    return (app.getHttpServer().address() as AddressInfo).port;
  } catch (error) {
    throw new Error(
      `Cannot listen on ${host}:${port} (${messageOf(error)}). METARUN_HOST and METARUN_PORT say where; port 0 takes a free one.`,
      { cause: error },
    );
  }
}
