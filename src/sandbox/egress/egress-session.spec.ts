import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { EgressGuard, NetworkRules } from './egress-guard.js';
import { EgressSession } from './egress-session.js';

const RULES: NetworkRules = { policy: 'open', hosts: [] };
const MOST = 1_000;

let server: Server;
let port: number;
/** Server ends of the connections, in order of arrival. */
let ends: Socket[];
let session: EgressSession;
let closed: number;
let asked: { host: string; signal: AbortSignal }[];

beforeAll(async () => {
  server = createServer((socket) => ends.push(socket.on('error', () => undefined).resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));

beforeEach(() => {
  ends = [];
  closed = 0;
  asked = [];
  const guard: Pick<EgressGuard, 'connect'> = {
    connect: async (_rules, { host }, signal) => {
      asked.push({ host, signal });
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    },
  };
  session = new EgressSession({
    guard: guard as EgressGuard,
    rules: RULES,
    maxBytes: MOST,
    access: { socket: '/s', token: 't' },
    onClose: () => (closed += 1),
  });
});
afterEach(() => {
  session.close();
  for (const end of ends) end.destroy();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

async function end(socket: Socket): Promise<void> {
  const over = once(socket, 'close');
  socket.destroy();
  await over;
}

it.each(['sends', 'receives'])(
  'a run that %s more than it may gets no further connection, and loses the one that it has',
  async (way) => {
    const first = await session.connect('a', 80);
    first.resume();
    await until(() => ends.length === 1);
    const [far] = ends as [Socket];
    const [from, to] = way === 'sends' ? [first, far] : [far, first];
    from.write(Buffer.alloc(MOST));
    await until(() => to.bytesRead === MOST);
    const second = await session.connect('a', 80);
    from.write('x');
    await until(() => to.bytesRead === MOST + 1);
    await expect(session.connect('a', 80)).rejects.toMatchObject({
      reason: 'denied',
      message: expect.stringContaining(`${MOST} bytes`),
    });
    await Promise.all([first, second].map((socket) => once(socket, 'close')));
  },
);

it('the bytes of ended connections count as well', async () => {
  for (let count = 0; count < 2; count += 1) {
    const socket = await session.connect('a', 80);
    socket.write(Buffer.alloc(MOST / 2 + 1));
    await until(() => socket.bytesWritten > MOST / 2 && ends[count]?.bytesRead === MOST / 2 + 1);
    await end(socket);
  }
  await expect(session.connect('a', 80)).rejects.toMatchObject({ reason: 'denied' });
});

it('a run has at most 64 connections at once, those that are being opened among them', async () => {
  const opening = Array.from({ length: 64 }, () => session.connect('a', 80));
  await expect(session.connect('a', 80)).rejects.toMatchObject({ reason: 'too_many' });
  const [first] = await Promise.all(opening);
  await expect(session.connect('a', 80)).rejects.toMatchObject({ reason: 'too_many' });
  if (first !== undefined) await end(first);
  await expect(session.connect('a', 80)).resolves.toBeDefined();
});

it('a run has at most 64 ends of its tunnels', async () => {
  const guests = Array.from({ length: 65 }, () => connect(port, '127.0.0.1'));
  const last = guests.pop() as Socket;
  for (const guest of guests) session.admit(guest);
  expect(() => session.admit(last)).toThrow(expect.objectContaining({ reason: 'too_many' }));
  await end(guests[0] as Socket);
  session.admit(last);
  session.close();
  await until(() => [...guests, last].every(({ destroyed }) => destroyed));
});

it('the end of a run closes its connections, and gives up those that are being opened', async () => {
  const socket = await session.connect('a', 80);
  const own = new AbortController();
  const opening = session.connect('b', 80, own.signal);
  session.close();
  expect(asked.map(({ host, signal }) => `${host} ${signal.aborted}`)).toEqual([
    'a true',
    'b true',
  ]);
  expect([socket.destroyed, (await opening).destroyed, closed]).toEqual([true, true, 1]);
});

it('the signal of a connection gives up that one alone', async () => {
  const own = new AbortController();
  const [one, other] = [session.connect('a', 80, own.signal), session.connect('b', 80)];
  own.abort();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await Promise.all([one, other]);
});
