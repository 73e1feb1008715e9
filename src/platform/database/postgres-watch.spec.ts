import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { PostgresWatch } from './postgres-watch.js';

const sockets = new Set<Socket>();
/** Server that accepts connections but never answers. */
const silent = createServer((socket) => sockets.add(socket));

/**
 * Creates a watch with one statement that waits, and others that end every 100 ms, with an answer or without. Null
 * means no other statements.
 */
function watched(areAnswered: boolean | null): { watch: PostgresWatch; failed: Error[] } {
  const failed: Error[] = [];
  const ignore = (): void => undefined;
  const { port } = silent.address() as AddressInfo;
  const watch = new PostgresWatch(`postgres://a:b@127.0.0.1:${port}/c`, ignore, ignore);
  watch.begin((error) => failed.push(error));
  if (areAnswered !== null) setInterval(() => watch.begin(ignore)(areAnswered), 100).unref();
  return { watch, failed };
}

it('PostgreSQL stands still where it answers neither trials nor statements', async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const [mute, late, busy] = [watched(null), watched(false), watched(true)];
  while (!mute.watch.standsStill || !late.watch.standsStill) await delay(100);
  const failure = { message: 'PostgreSQL does not answer', code: 'ETIMEDOUT' };
  expect([mute.failed[0], late.failed[0]]).toMatchObject([failure, failure]);
  expect([busy.watch.standsStill, busy.failed]).toEqual([false, []]);
  await Promise.all([mute, late, busy].map(({ watch }) => watch.close()));
  for (const socket of sockets) socket.destroy();
  silent.close();
}, 60_000);
