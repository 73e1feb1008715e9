import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { readServerConfig, type ServerConfig } from './core/config.js';
import { createServer, type Server, type ServerOptions } from './core/server.js';
import { octal, prepareDataDir } from '../base/config/data-dir.js';
import { listen } from './http/listen.js';
import { welcome, welcomeObject } from './http/welcome.js';
import { setUpHttp } from './http/setup.js';
import { stopOnSignal } from './core/stop-on-signal.js';
import { messageOf } from '../base/kernel/errors.js';
import { createLogger } from '../base/logging/logger.js';
import type { FirstCredentials } from '../features/projects/first-start.service.js';

export interface ServeOptions extends ServerOptions {
  /** Prints one JSON object instead of text. */
  json?: boolean | undefined;
}

/** A server that serves. */
export interface StartedServer {
  server: Server;
  port: number;
  /** On the first start: credentials that are never shown again. */
  first: FirstCredentials | null;
  /** Ends it; running tasks may finish within METARUN_SHUTDOWN_SECONDS. */
  close(): Promise<void>;
}

/**
 * Starts a server with these settings. `beforeListening`: done when all but the port is ready. Rejects with the reason
 * why it cannot.
 */
export async function startServer(
  config: ServerConfig,
  beforeListening: (close: () => Promise<void>, logger: Logger) => void = () => undefined,
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
  const app = await createApplication(server);
  const close = (): Promise<void> => app.close();
  try {
    // Errors in the application itself appear before any secret is made, which the operator would then not see.
    const first = await server.projects.firstStart.bootstrap();
    beforeListening(close, logger);
    return { server, port: await listenOn(app, config), first, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Puts the endpoints on a server and starts it, or closes it. */
async function createApplication(server: Server): Promise<NestExpressApplication> {
  try {
    const app = await NestFactory.create<NestExpressApplication>(await AppModule.with(server), {
      bodyParser: false,
      abortOnError: false,
      forceCloseConnections: true,
      logger: false,
    });
    setUpHttp(app, server.core.logger);
    await app.init();
    return app;
  } catch (error) {
    await server.stop();
    await server.close();
    throw error;
  }
}

/**
 * Starts the server and prints what to try, or with `json` an object on one line; resolves once it serves. Rejects with
 * the reason why it cannot.
 */
export async function serve({ json = false, paused }: ServeOptions = {}): Promise<void> {
  const started = performance.now();
  const config = readServerConfig();
  // A process that sees that it serves may stop it at once.
  const { server, port, first } = await startServer(config, stopOnSignal, { paused });
  const startMs = performance.now() - started;
  const { core, work } = server;
  const served = { config, port, first, startMs, sandbox: core.sandbox.report, paused: work.state };
  process.stdout.write(json ? `${JSON.stringify(welcomeObject(served))}\n` : welcome(served));
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
