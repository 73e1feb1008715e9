import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { errorCodeOf } from '../../src/base/kernel/errors.js';

const PROGRAM = join(import.meta.dirname, 'server-host-program.mjs');
/** Where this worker finds its host: nothing of a file's modules outlives the file. */
const SOCKET = join(tmpdir(), `metarun-host-${process.pid}.sock`);
/** The log of the servers, which stays behind where the host has crashed. */
const LOG = `${SOCKET}.log`;

/** True where each server is a pair of them on one database, with a bus that loses much of what it carries. */
const isPair = Reflect.get(globalThis, 'SERVERS') === 'pair';

/** A server in the process that this worker's test files share. */
export interface Hosted {
  readonly url: string;
  /** Ends it as SIGTERM would. Its data stays. */
  stop(): Promise<void>;
}

/** A server that is kept for the files to come. */
export interface Kept {
  readonly url: string;
  readonly env: Record<string, string>;
}

/** Starts a server with these settings in the host of this worker. */
export async function startHosted(env: Record<string, string>): Promise<Hosted> {
  const { id, url } = await ask<{ id: number; url: string }>({ action: 'start', env, isPair });
  let stopped: Promise<unknown> | null = null;
  return {
    url,
    stop: async () => {
      stopped ??= ask({ action: 'stop', id });
      await stopped;
    },
  };
}

/** Starts a server that stays until this worker ends; its data, which is then removed, must be its own. */
export async function startKept(name: string, env: Record<string, string>): Promise<Kept> {
  const keep = { name, admin: process.env['TEST_POSTGRES_URL'] };
  return { ...(await ask<{ url: string }>({ action: 'start', env, keep, isPair })), env };
}

/** Returns the server that this worker keeps by a name; null if there is none. */
export function keptServer(name: string): Promise<Kept | null> {
  return ask({ action: 'find', name });
}

let starting: Promise<void> | null = null;

async function ask<Body>(question: object): Promise<Body> {
  try {
    return await send<Body>(question);
  } catch (error) {
    // No host yet, or one of an earlier process that had this id.
    if (!['ENOENT', 'ECONNREFUSED'].includes(String(errorCodeOf(error)))) throw error;
    starting ??= startHost();
    await starting;
    return send<Body>(question);
  }
}

/** Starts the host. It lives as long as this worker, which it does not keep alive. */
async function startHost(): Promise<void> {
  const { PATH = '', HOME = '/' } = process.env;
  const log = openSync(LOG, 'w');
  const host = fork(PROGRAM, [SOCKET, LOG], {
    env: { PATH, HOME },
    execArgv: [],
    stdio: ['ignore', 'ignore', log, 'ipc'],
  });
  closeSync(log);
  const ended = once(host, 'exit').then(([code]) => {
    throw new Error(`the host of servers ended with code ${String(code)}; see ${LOG}`);
  });
  await Promise.race([once(host, 'message'), ended]);
  ended.catch(() => undefined);
  host.unref();
  host.channel?.unref();
}

function send<Body>(question: object): Promise<Body> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: SOCKET, method: 'POST', agent: false }, (answer) => {
      json(answer).then((body) => {
        if (answer.statusCode === 200) resolve(body as Body);
        else reject(new Error((body as { error: string }).error));
      }, reject);
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(question));
  });
}
