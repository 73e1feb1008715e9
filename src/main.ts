import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { readConfig } from './config/config.js';
import { octal, prepareDataDir } from './config/data-dir.js';
import type { Config } from './config/settings.js';
import { listen } from './http/listen.js';
import { welcome, welcomeObject } from './http/welcome.js';
import { setUpHttp } from './http/setup.js';
import { messageOf } from './kernel/errors.js';
import { createLogger } from './logging/logging.module.js';
import { type FirstCredentials, FirstStart } from './projects/first-start.service.js';
import { Sandbox } from './runtime/sandbox/sandbox.js';

/** A server that serves. */
export interface StartedServer {
  app: NestExpressApplication;
  port: number;
  /** On the first start: credentials that are never shown again. */
  first: FirstCredentials | null;
}

/**
 * Starts a server with these settings. `beforeListening`: done when all but the port is ready. Rejects with the reason
 * why it cannot.
 */
export async function startServer(
  config: Config,
  beforeListening: (app: NestExpressApplication) => void = () => undefined,
): Promise<StartedServer> {
  const mode = await prepareDataDir(config);
  const logger = createLogger(config);
  if (mode !== null)
    logger.warn(
      { folder: config.dataDir, mode: octal(mode) },
      "the data folder was open to others; it is now its owner's alone (mode 0700)",
    );
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, logger), {
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: true,
    logger: false,
  });
  setUpHttp(app, logger);
  // Faults in the application itself show before any secret is made that nobody would then see.
  await app.init();
  const first = await app.get(FirstStart).bootstrap();
  beforeListening(app);
  await listenOrClose(app, config);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, port, first };
}

/**
 * Starts the server and prints what to try, or with `json` an object on one line; resolves once it serves. Rejects with
 * the reason why it cannot.
 */
export async function serve({ json = false }: { json?: boolean } = {}): Promise<void> {
  const started = performance.now();
  const config = readConfig();
  // Whoever sees that it serves may stop it at once.
  const { app, port, first } = await startServer(config, stopOnSignal);
  const startMs = performance.now() - started;
  const { report: sandbox } = app.get(Sandbox);
  const served = { config, port, first, startMs, sandbox };
  process.stdout.write(json ? `${JSON.stringify(welcomeObject(served))}\n` : welcome(served));
}

async function listenOrClose(app: NestExpressApplication, { host, port }: Config): Promise<void> {
  try {
    await app.init();
    await listen(app.getHttpServer(), host, port);
  } catch (error) {
    await app.close();
    throw new Error(
      `Cannot listen on ${host}:${port} (${messageOf(error)}). METARUN_HOST and METARUN_PORT say where; port 0 takes a free one.`,
      { cause: error },
    );
  }
}

/** Once is a graceful stop, twice ends at once. The launcher going away counts as a signal. */
function stopOnSignal(app: NestExpressApplication): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    process.stderr.write(
      'metarun: stopping; running tasks may finish (once more to stop at once)\n',
    );
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`metarun: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.once('disconnect', stop);
}
