import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';

/** Connections that wait for the event loop: those of others must find space beside those of a flood. */
const BACKLOG = 4096;
/** Sockets that listen: of each one connection is accepted in a turn of the event loop. */
const SOCKETS = process.platform === 'linux' ? 32 : 1;

/** The other sockets of each server that listens. */
const OTHERS = new WeakMap<HttpServer, Server[]>();

/** Takes no more connections; those that there are go on, but for the ones that idle. */
export function stopListening(server: HttpServer): void {
  server.close();
  for (const other of OTHERS.get(server) ?? []) other.close();
}

/**
 * Has a server listen, by several sockets that the kernel spreads connections over, so that who opens thousands of them does
 * not keep those of others waiting. Rejects with the error of the system; all end with the server.
 */
export async function listen(server: HttpServer, host: string, port: number): Promise<void> {
  const options = { host, backlog: BACKLOG, reusePort: SOCKETS > 1 };
  // What is shared is shared with every process of this user: no other one may be listening.
  if (port !== 0 && SOCKETS > 1) await close(await listening(createServer(), { host, port }));
  await listening(server, { ...options, port });
  const { port: taken } = server.address() as AddressInfo;
  const others: Server[] = [];
  OTHERS.set(server, others);
  server.once('close', () => others.forEach((other) => other.close()));
  for (let count = 1; count < SOCKETS; count += 1) {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    );
    others.push(await listening(other, { ...options, port: taken }));
  }
}

async function listening(server: Server, options: ListenOptions): Promise<Server> {
  await once(server.listen(options), 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  await once(server.close(), 'close');
}
