import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { listen } from './local-server.js';

/** Returns a port that is currently free, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns true if a process listens on a port. */
export async function listens(port: number): Promise<true | undefined> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
