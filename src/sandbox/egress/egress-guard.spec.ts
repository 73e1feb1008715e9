import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ConnectError } from './connect-error.js';
import { EgressGuard, type EgressGuardOptions, type NetworkRules } from './egress-guard.js';
import { parseHostPattern } from './host-pattern.js';
import { HostResolver, LookupError } from './host-resolver.js';

const OPEN: NetworkRules = { policy: 'open', hosts: [] };

let server: Server;
let port = 0;
let accepted = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

function restricted(...hosts: string[]): NetworkRules {
  const patterns = hosts.map(parseHostPattern).filter((found) => typeof found !== 'string');
  return { policy: 'restricted', hosts: patterns };
}

/** Creates a guard that resolves names to these addresses, in order of the lookups. */
function guardWith(
  options: Partial<EgressGuardOptions> = {},
  ...answers: string[][]
): { guard: EgressGuard; asked: string[] } {
  const asked: string[] = [];
  const lookup = (name: string): Promise<string[]> => {
    asked.push(name);
    return Promise.resolve(answers[asked.length - 1] ?? []);
  };
  return { guard: new EgressGuard({ widest: 'open', ranges: [], lookup, ...options }), asked };
}

async function connectError(
  guard: EgressGuard,
  host: string,
  rules = OPEN,
  at = port,
): Promise<{ code: string; reason: string; message: string }> {
  const before = accepted;
  const thrown = await guard.connect(rules, { host, port: at }, new AbortController().signal).then(
    () => {
      throw new Error(`${host} was connected to`);
    },
    (error: ConnectError) => error,
  );
  expect(accepted).toBe(before);
  return { code: thrown.code, reason: thrown.reason, message: thrown.message };
}

describe('the guard', () => {
  it('the guard connects to the address that it checked and looks a name up only once', async () => {
    const { guard, asked } = guardWith({ ranges: ['127.0.0.1/32'] }, ['127.0.0.1'], ['10.0.0.1']);
    const socket = await guard.connect(
      OPEN,
      { host: 'Rebinding.Example', port },
      new AbortController().signal,
    );
    expect(socket.remoteAddress).toBe('127.0.0.1');
    expect(asked).toEqual(['rebinding.example']);
    socket.destroy();
    expect(await connectError(guard, 'rebinding.example')).toMatchObject({
      code: 'network_denied',
    });
  });

  it('the guard connects only to those addresses of a name that are allowed', async () => {
    const mixed = ['127.0.0.2', '10.0.0.1', '::1', '127.0.0.1'];
    const { guard } = guardWith({ ranges: ['127.0.0.1/32'] }, mixed);
    const socket = await guard.connect(
      OPEN,
      { host: 'mixed.example', port },
      new AbortController().signal,
    );
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('a denied name is reported with its kind of address, but not with the address', async () => {
    const { guard } = guardWith({}, ['10.11.12.13']);
    const { reason, message } = await connectError(guard, 'internal.example');
    expect(reason).toBe('denied');
    expect(message).toContain('internal.example leads to a private address (10.0.0.0/8)');
    expect(message).not.toContain('10.11.12.13');
  });

  it.each(['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '::ffff:127.0.0.1', '0', '①②⑦.1'])(
    'the guard rejects %s without a name lookup',
    async (host) => {
      const { guard, asked } = guardWith();
      expect(await connectError(guard, host)).toMatchObject({ code: 'network_denied' });
      expect(asked).toEqual([]);
    },
  );

  it('the guard does not look up a name that is not in allowed_hosts', async () => {
    const { guard, asked } = guardWith({ ranges: ['127.0.0.0/8'] });
    const rules = restricted('a.example', '*.b.example', 'c.example:81', 'd', 'e', 'f');
    const { message } = await connectError(guard, 'secret.evil.example', rules, 443);
    expect(message).toBe(
      "secret.evil.example:443 is not in the meta-task's allowed_hosts " +
        '(a.example, *.b.example, c.example:81, d, e, …). Add it there; an entry without a port means 80 and 443.',
    );
    expect(asked).toEqual([]);
  });

  it('the guard rejects access beyond the policy of the installation or of the run', async () => {
    const { guard } = guardWith({ widest: 'restricted', ranges: ['127.0.0.0/8'] });
    expect(await connectError(guard, '127.0.0.1')).toMatchObject({
      code: 'network_denied',
      message: expect.stringContaining('METARUN_MAX_NETWORK'),
    });
    const none: NetworkRules = { policy: 'none', hosts: [] };
    expect((await connectError(guard, '127.0.0.1', none)).message).toContain('network is "none"');
  });

  it('the guard rejects port 25 unless allowed_hosts names it', async () => {
    const { guard } = guardWith({ ranges: ['127.0.0.0/8'] });
    expect((await connectError(guard, '127.0.0.1', OPEN, 25)).reason).toBe('denied');
    expect((await connectError(guard, '127.0.0.1', restricted('127.0.0.1:25'), 25)).reason).toBe(
      'refused',
    );
  });

  it.each([
    ['a b', 80],
    ['', 80],
    ['example.com', 0],
    ['example.com', 65_536],
    ['example.com', 1.5],
  ])('the guard rejects the host %j with port %d', async (host, at) => {
    expect(await connectError(guardWith().guard, host, OPEN, at)).toMatchObject({
      code: 'network_error',
      reason: 'name',
    });
  });

  it('the guard reports why a name has no address', async () => {
    const lookup = (): Promise<string[]> => Promise.reject(new LookupError('no such name'));
    const { guard } = guardWith({ lookup });
    expect(await connectError(guard, 'gone.example')).toEqual({
      code: 'network_error',
      reason: 'name',
      message: 'gone.example has no address: no such name.',
    });
  });

  it('the guard gives up a connection attempt after ten seconds', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { guard } = guardWith({ ranges: ['127.0.0.0/8'] });
    const { signal } = new AbortController();
    const outcome = guard.connect(OPEN, { host: '127.0.0.1', port }, signal).then(
      (socket) => socket.destroy().destroyed,
      ({ reason }: ConnectError) => reason,
    );
    // The clock advances before the guard notices that the connection was accepted.
    while (jest.getTimerCount() === 0) await Promise.resolve();
    jest.advanceTimersByTime(10_000);
    jest.useRealTimers();
    expect(await outcome).toBe('timed_out');
  });

  it('the guard gives up a connection attempt when its signal aborts', async () => {
    const abort = new AbortController();
    const { promise: late, resolve } = Promise.withResolvers<string[]>();
    const { guard } = guardWith({ ranges: ['127.0.0.0/8'], lookup: () => late });
    const attempt = guard.connect(OPEN, { host: 'late.example', port }, abort.signal);
    abort.abort();
    resolve(['127.0.0.1']);
    await expect(attempt).rejects.toMatchObject({ reason: 'ended' });
  });
});

describe('the resolver', () => {
  it('the resolver reads the current names of the hosts file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'metarun-hosts-'));
    const file = join(folder, 'hosts');
    const resolver = new HostResolver(file);
    writeFileSync(
      file,
      '# 1.1.1.1 db.internal\n10.0.0.7\tDB.internal db\n::1 db # second\nbad db\n',
    );
    expect(await resolver.lookup('db.internal')).toEqual(['10.0.0.7']);
    expect(await resolver.lookup('db')).toEqual(['10.0.0.7', '::1']);
    writeFileSync(file, '10.0.0.8 db\n');
    expect(await resolver.lookup('db')).toEqual(['10.0.0.8']);
    rmSync(folder, { recursive: true });
  });

  it('the resolver reports why a missing name cannot be resolved', async () => {
    await expect(new HostResolver('/none').lookup('nothing.invalid')).rejects.toThrow(
      /there is no such name in DNS|the name servers did not answer/,
    );
  });
});
