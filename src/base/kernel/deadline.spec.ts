import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { startDeadline } from './deadline.js';

/** Blocks the event loop. */
function hold(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('data that arrived before a deadline is read first where the process stood still', async () => {
  const server = createServer((peer) => peer.end('in time')).listen(0);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port);
  await once(socket, 'readable');
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    startDeadline(10, () => {
      seen.push('late');
      resolve();
    });
    socket.on('data', (data: Buffer) => seen.push(data.toString()));
    hold(300);
  });
  expect(seen).toEqual(['in time', 'late']);
  server.close();
});

it('a deadline that was ended while it reads does not pass', async () => {
  let late = 0;
  const end = startDeadline(10, () => (late += 1));
  hold(300);
  setImmediate(end);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(late).toBe(0);
});
