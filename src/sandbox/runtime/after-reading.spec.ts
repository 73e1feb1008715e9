import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { afterReading } from './after-reading.js';

const SIZE = 4 * 1024 * 1024;

/** Keeps the event loop from anything else. */
function hold(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('what came while the event loop was held up is read first, however much', async () => {
  const server = createServer((peer) => peer.end(Buffer.alloc(SIZE)));
  await once(server.listen(0), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  const socket: Socket = connect(address.port);
  await once(socket, 'connect');
  let read = 0;
  socket.on('data', ({ length }: Buffer) => {
    read += length;
    hold(2);
  });
  await once(socket, 'data');
  const seen = new Promise<number>((resolve) => afterReading(10, () => resolve(read), socket));
  hold(50);
  expect(await seen).toBe(SIZE);
  server.close();
});
