import { join } from 'node:path';
import { HostProcess } from './host-process.js';

const host = new HostProcess('server', 'server-host-program.mjs', {
  // Node reads this when the process starts. With it, scripts trust the HTTPS servers of tests.
  NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../fixtures/tls/cert.pem'),
});

/** True if each server is a pair of servers on one database, with a bus that loses many messages. */
const isPair = Reflect.get(globalThis, 'SERVERS') === 'pair';

/** A server in the process that all test files of this worker share. */
export interface Hosted {
  readonly url: string;
  /** Stops the server like SIGTERM. Its data is kept. */
  stop(): Promise<void>;
}

/** A server that is kept for later test files. */
export interface Kept {
  readonly url: string;
  readonly env: Record<string, string>;
}

/** Starts a server with these settings in the host process of this worker. */
export async function startHosted(env: Record<string, string>): Promise<Hosted> {
  const { id, url } = await host.ask<{ id: number; url: string }>({ action: 'start', env, isPair });
  let stopped: Promise<unknown> | null = null;
  return {
    url,
    stop: async () => {
      stopped ??= host.ask({ action: 'stop', id });
      await stopped;
    },
  };
}

/** Starts a server that runs until this worker ends. Its data is then removed, so no other server may use it. */
export async function startKept(name: string, env: Record<string, string>): Promise<Kept> {
  const keep = { name, admin: process.env['TEST_POSTGRES_URL'] };
  return { ...(await host.ask<{ url: string }>({ action: 'start', env, keep, isPair })), env };
}

/** Returns the server that this worker keeps under a name; null if there is none. */
export function keptServer(name: string): Promise<Kept | null> {
  return host.ask({ action: 'find', name });
}

/** Returns a function that returns what the servers of this worker have logged since this call. */
export function logFromNow(): () => string {
  const { length } = host.written();
  return () => host.written().subarray(length).toString();
}
