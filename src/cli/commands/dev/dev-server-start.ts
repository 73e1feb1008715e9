import { createServer } from 'node:net';
import type { ServerConfig } from '../../../server/core/config.js';
import type { Platform } from '../../../platform/platform.module.js';
import { DataFolderInUseError } from '../../../platform/database/data-folder-lock.js';
import { type StartedServer, startServer } from '../../../server/main.js';
import { findErrorCode } from '../../../base/kernel/errors.js';
import { TokensService } from '../../../access/auth/tokens.service.js';
import { DEFAULT_PROJECT } from '../../../access/projects/first-start.service.js';
import { CommandError } from '../../toolkit/command-error.js';
import type { DevAddress } from './dev-home.js';

const HOST = '127.0.0.1';
const FIRST_PORT = 8080;
const PORTS = 200;
/** Lifetime of the server's token, in seconds. A killed server leaves a valid token behind. */
const TOKEN_SECONDS = 7 * 86_400;

export interface DevServer extends Pick<StartedServer, 'close'> {
  platform: Platform;
  address: DevAddress;
}

/**
 * Starts a server in this process. It listens on the loopback address and keeps SQLite and files in `dataDir`. Limits,
 * network and sandbox follow the settings as on any server. Throws CommandError if it cannot start.
 */
export async function startDevServer(
  config: ServerConfig,
  dataDir: string,
  port: number | undefined,
): Promise<DevServer> {
  const own: ServerConfig = {
    ...config,
    host: HOST,
    publicUrl: '',
    dataDir,
    databaseUrl: '',
    storage: 'disk',
    adminToken: '',
    apiKey: '',
    logLevel: 'error',
  };
  try {
    const started = await startOn(port, own);
    const made = await started.app
      .get(TokensService)
      .createForOperator(
        { name: 'metarun dev', role: 'admin', expires_in_seconds: TOKEN_SECONDS },
        undefined,
      );
    const url = `http://${HOST}:${started.port}`;
    const { platform } = started.opened;
    return {
      platform,
      close: started.close,
      address: { url, token: made.token, project: DEFAULT_PROJECT },
    };
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new CommandError('metarun dev runs in this folder already.', {
      code: 'already_running',
      fix: 'Use that one, or stop it first by Ctrl-C.',
      docs: 'dev.md#one-for-each-folder',
      cause: error,
    });
  }
}

/**
 * Starts the server on the wanted port. By default, it uses the next free one, and tries another if a process takes
 * that meanwhile.
 */
async function startOn(wanted: number | undefined, config: ServerConfig): Promise<StartedServer> {
  const port = await portFor(wanted);
  try {
    return await startServer({ ...config, port }, () => Promise.resolve());
  } catch (error) {
    const isTaken = error instanceof Error && findErrorCode(error.cause) === 'EADDRINUSE';
    if (wanted !== undefined || !isTaken) throw error;
    return startOn(wanted, config);
  }
}

async function portFor(wanted: number | undefined): Promise<number> {
  if (wanted !== undefined) {
    if (await isFree(wanted)) return wanted;
    throw new CommandError(`Port ${wanted} is taken.`, {
      code: 'port_taken',
      fix: 'Give another --port, or none to get the next free one.',
      docs: 'dev.md',
    });
  }
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS; port += 1)
    if (await isFree(port)) return port;
  return 0;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, HOST, () => probe.close(() => resolve(true)));
  });
}
