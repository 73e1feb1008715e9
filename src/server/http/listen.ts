import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';

/** Length of the accept queue: during a flood, it must leave space for the connections of other clients. */
const BACKLOG = 4096;
/** Number of listening sockets; each accepts one connection per turn of the event loop. */
const SOCKETS = process.platform === 'linux' ? 32 : 1;

/** The additional sockets of each listening server. */
const OTHERS = new WeakMap<HttpServer, Server[]>();

/** Stops accepting connections and closes idle ones; others stay open. */
export function stopListening(server: HttpServer): void {
  server.close();
  for (const other of OTHERS.get(server) ?? []) other.close();
}

/**
 * Makes a server listen on several sockets, over which the kernel spreads connections, so that a client that opens
 * thousands of them does not delay others. Rejects with the error of the system. All sockets close with the server.
 */
export async function listen(server: HttpServer, host: string, port: number): Promise<void> {
  const options = { host, backlog: BACKLOG, reusePort: SOCKETS > 1 };
  // reusePort shares a port with every process of this user, so first check that no other process listens on it.
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
