import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { afterReading } from './after-reading.js';

const SIZE = 4 * 1024 * 1024;

/** Blocks the event loop. */
function hold(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

/** Returns a socket on which `SIZE` bytes arrive. */
async function full(): Promise<Socket> {
  const server = createServer((peer) => peer.end(Buffer.alloc(SIZE)));
  await once(server.listen(0), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  const socket = connect(address.port);
  await once(socket, 'connect');
  socket.once('close', () => server.close());
  return socket;
}

it('afterReading waits for all bytes that came while the event loop was blocked', async () => {
  const socket = await full();
  let read = 0;
  socket.on('data', ({ length }: Buffer) => {
    read += length;
    hold(2);
  });
  await once(socket, 'data');
  const seen = new Promise<number>((resolve) => afterReading(10, () => resolve(read), socket));
  hold(50);
  expect(await seen).toBe(SIZE);
});

it('afterReading waits for all bytes that came while the reader was paused', async () => {
  const socket = await full();
  let read = 0;
  socket.on('data', ({ length }: Buffer) => {
    read += length;
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  await once(socket, 'data');
  const seen = new Promise<number>((resolve) => afterReading(10, () => resolve(read), socket));
  expect(await seen).toBe(SIZE);
});
