import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EgressGuard } from './egress-guard.js';
import { EgressSession } from './egress-session.js';
import { TunnelServer } from './tunnel-server.js';

const TOKEN = 'the token of a run';
const MAX_BYTES = 10_000_000;

let folder = '';
let path = '';
let tunnel: TunnelServer;
let session: EgressSession;
let server: Server;
let port = 0;
let remotes: Socket[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-tunnel-'));
  path = join(folder, 's');
  remotes = [];
  server = createServer({ allowHalfOpen: true }, (socket) => {
    remotes.push(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  const guard = new EgressGuard({
    widest: 'open',
    ranges: ['127.0.0.1/32'],
    lookup: () => new Promise(() => undefined),
  });
  const access = { socket: path, token: TOKEN };
  const rules = { policy: 'open', hosts: [] } as const;
  session = new EgressSession({
    guard,
    rules,
    maxBytes: MAX_BYTES,
    access,
    onClose: () => undefined,
  });
  tunnel = new TunnelServer((token) => (token === TOKEN ? session : undefined));
  await tunnel.listen(path);
});
afterEach(async () => {
  session.close();
  await tunnel.close();
  for (const remote of remotes) remote.destroy();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const HELLO = (): string => `${JSON.stringify({ token: TOKEN, host: '127.0.0.1', port })}\n`;

function dial(): Socket {
  return connect({ path, allowHalfOpen: true }).on('error', () => undefined);
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) =>
    socket.closed ? resolve() : socket.once('close', () => resolve()),
  );
}

/** Opens a guest's connection to the server, and returns both ends. */
async function joined(): Promise<{ guest: Socket; remote: Socket }> {
  const arrived = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const guest = dial();
  guest.write(HELLO());
  const answer = await new Promise<Buffer>((resolve) => guest.once('data', resolve));
  expect(answer.toString()).toBe('ok\n');
  return { guest, remote: await arrived };
}

describe('the tunnel', () => {
  it('the tunnel carries bytes both ways, and each direction ends on its own', async () => {
    const { guest, remote } = await joined();
    const received = text(remote);
    const answered = text(guest);
    guest.end('question');
    expect(await received).toBe('question');
    remote.end('answer');
    expect(await answered).toBe('answer');
    await closed(guest);
  });

  it('the tunnel accepts a first line in pieces and the bytes right behind it', async () => {
    const arrived = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const guest = dial();
    for (const character of `${HELLO()}early`) guest.write(character);
    const remote = await arrived;
    const received = text(remote);
    await new Promise((resolve) => guest.once('data', resolve));
    guest.end();
    expect(await received).toBe('early');
  });

  it('the tunnel delivers all bytes to a slow reader before the end', async () => {
    const { guest, remote } = await joined();
    remote.end(Buffer.alloc(4_000_000, 'x'));
    remote.destroySoon();
    expect((await text(guest)).length).toBe(4_000_000);
  });

  it('the tunnel ends each side of a connection when the other side breaks', async () => {
    const first = await joined();
    first.remote.resetAndDestroy();
    await closed(first.guest.resume().once('end', () => first.guest.destroy()));
    const second = await joined();
    second.guest.destroy();
    await new Promise((resolve) => second.remote.resume().once('end', resolve));
  });

  it.each([
    ['no JSON', 'GET / HTTP/1.1\n'],
    ['no object', '[]\n'],
    ['a wrong token', `${JSON.stringify({ token: 'x', host: 'a', port: 80 })}\n`],
    ['no token', `${JSON.stringify({ host: 'a', port: 80 })}\n`],
    ['a port that is not a number', `${JSON.stringify({ token: TOKEN, host: 'a', port: '80' })}\n`],
  ])('the tunnel rejects a first line with %s', async (_, line) => {
    const guest = dial();
    guest.write(line);
    expect(JSON.parse(await text(guest))).toEqual({
      reason: 'ended',
      message: 'This is not the network of a run that is under way.',
    });
  });

  it('the tunnel hangs up on an endless first line', async () => {
    const guest = dial();
    guest.write('x'.repeat(5_000));
    expect(await text(guest.resume()).catch(() => '')).toBe('');
  });

  it('the tunnel serves a run while others hold hundreds of silent connections', async () => {
    const silent: Socket[] = [];
    while (silent.length < 400) {
      const guest = dial();
      silent.push(guest);
      await new Promise((resolve) => guest.once('connect', resolve));
    }
    await joined();
    // The oldest connections were closed in favour of new ones.
    expect([silent[0]?.readableEnded, silent.at(-1)?.readableEnded]).toEqual([true, false]);
    for (const guest of silent) guest.destroy();
  });

  it('a slot is released when the guest that waits for it disconnects', async () => {
    const waiting = Array.from({ length: 64 }, dial);
    for (const guest of waiting) guest.write(HELLO().replace('127.0.0.1', 'never.example'));
    const refused = dial();
    refused.write(HELLO());
    expect(await text(refused)).toContain('64 connections');
    waiting[0]?.destroy();
    const { promise: free, resolve } = Promise.withResolvers<void>();
    const again = async (): Promise<void> => {
      const guest = dial();
      guest.write(HELLO());
      const [answer] = (await once(guest, 'data')) as [Buffer];
      if (answer.toString() === 'ok\n') resolve();
      else setImmediate(() => void again());
    };
    void again();
    await free;
  });

  it('a guest counts against the limit until its own connection is closed', async () => {
    const guests = Array.from({ length: 64 }, () => new Socket());
    for (const guest of guests) session.admit(guest);
    const refused = dial();
    refused.write(HELLO());
    expect(await text(refused)).toContain('64 connections');
    guests[0]?.destroy();
    await once(guests[0] ?? refused, 'close');
    await joined();
    session.close();
    expect(guests.every((guest) => guest.destroyed)).toBe(true);
  });
});

it('a connection on which nothing goes for five minutes is closed', async () => {
  const socket = await session.connect('127.0.0.1', port);
  expect(socket.timeout).toBe(300_000);
  socket.emit('timeout');
  await closed(socket);
});

describe('the end of a session', () => {
  it('the end of a session ends its connections and rejects new ones', async () => {
    const { guest, remote } = await joined();
    session.close();
    remote.resume();
    await Promise.all([
      closed(guest.resume().once('end', () => guest.destroy())),
      closed(remote.once('end', () => remote.destroy())),
    ]);
    const late = dial();
    late.write(HELLO());
    expect(JSON.parse(await text(late))).toMatchObject({ reason: 'ended' });
  });

  it('a run that exceeds its transfer limit loses its connections and gets no new ones', async () => {
    const { guest, remote } = await joined();
    guest.resume().once('end', () => guest.destroy());
    remote.resume().once('end', () => remote.destroy());
    remote.write(Buffer.alloc(MAX_BYTES + 1));
    await closed(guest);
    await expect(session.connect('127.0.0.1', port)).rejects.toMatchObject({
      code: 'network_denied',
      message: expect.stringContaining('METARUN_LIMITS.network_bytes'),
    });
  });
});
