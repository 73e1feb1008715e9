import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pipeline, Writable } from 'node:stream';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { newId } from '../../src/base/kernel/ids.js';
import { type Bus, type BusListener, MAX_BYTES } from '../../src/platform/events/bus/bus.js';
import { MemoryBus } from '../../src/platform/events/bus/memory.bus.js';
import { PostgresBus } from '../../src/platform/events/bus/postgres.bus.js';
import { RedisBus } from '../../src/platform/events/bus/redis.bus.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { deafProxy } from '../support/deaf-proxy.js';
import { createDatabase, query } from '../support/postgres.js';
import {
  HAS_REDIS,
  itWithRedis,
  REDIS_PASSWORD,
  startRedis,
  type TestRedis,
} from '../support/redis.js';
import { until } from '../support/until.js';
import { CERTIFICATE, KEY } from '../support/web-server.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Statement that ends every connection of a bus. */
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'metarun bus'`;

const NO_LOG = pino({ enabled: false });

let database: Awaited<ReturnType<typeof createDatabase>> | null = null;
let redis: TestRedis | null = null;
const members = new Map<string, BusListener>();
const opened: Member[] = [];

beforeAll(async () => {
  if (DATABASE === 'postgres')
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
});
afterEach(async () => {
  for (const member of opened.splice(0)) await member.bus.close();
});
afterAll(async () => {
  await database?.drop();
  await redis?.kill();
});

/** A process on the bus. */
class Member implements BusListener {
  readonly id = newId();
  readonly texts: string[] = [];
  reconnects = 0;

  constructor(readonly bus: Bus) {}

  received(text: string): void {
    this.texts.push(text);
  }

  reconnected(): void {
    this.reconnects += 1;
  }

  async open(): Promise<this> {
    await this.bus.open(this.id, this);
    opened.push(this);
    return this;
  }
}

const postgresBus = (): Bus => new PostgresBus(database?.url ?? '', NO_LOG);
const redisBus = (installation = 'one', logger = NO_LOG): Bus =>
  new RedisBus(redis?.url ?? '', installation, logger);
const ADAPTERS =
  DATABASE === 'sqlite'
    ? [{ kind: 'memory', make: () => new MemoryBus(members) }]
    : [
        { kind: 'postgres', make: postgresBus },
        ...(HAS_REDIS ? [{ kind: 'redis', make: () => redisBus() }] : []),
      ];

function gets(one: Member, text: string): Promise<true> {
  return until(`text ${text}`, () => one.texts.includes(text) || undefined, AT_ONCE_MS);
}

describe.each(ADAPTERS)('the bus of $kind', ({ make }) => {
  const member = (): Promise<Member> => new Member(make()).open();

  it('the bus delivers texts up to its size limit to all members or to exactly one', async () => {
    const [a, b, c] = [await member(), await member(), await member()];
    const long = 'ü'.repeat(MAX_BYTES / 2);
    await a.bus.send([
      { to: b.id, text: `only ' b` },
      { to: null, text: long },
      { to: 'nobody', text: 'lost' },
    ]);
    await a.bus.send([{ to: null, text: 'end' }]);
    for (const one of [b, c]) await gets(one, 'end');
    expect(b.texts).toEqual([`only ' b`, long, 'end']);
    expect(c.texts).toEqual([long, 'end']);
    expect([a.bus.isUp, a.bus.alone]).toEqual([true, false]);
  });

  it('a closed member receives nothing, and what it still sends is dropped', async () => {
    const [a, b] = [await member(), await member()];
    await b.bus.close();
    await a.bus.send([
      { to: b.id, text: 'late' },
      { to: null, text: 'late' },
    ]);
    await b.bus.send([{ to: null, text: 'after the end' }]);
    const c = await member();
    await a.bus.send([{ to: null, text: 'end' }]);
    await gets(c, 'end');
    expect([b.texts, b.reconnects]).toEqual([[], 0]);
    expect(c.texts).not.toContain('after the end');
  });
});

if (DATABASE === 'postgres')
  describe('the bus of PostgreSQL, beyond that,', () => {
    const member = (): Promise<Member> => new Member(postgresBus()).open();

    it('the PostgreSQL bus reconnects after its connections are cut, notifies its listener and delivers again', async () => {
      const [a, b] = [await member(), await member()];
      for (let cut = 1; cut <= 3; cut += 1) {
        await query(database?.url ?? '', CUT);
        for (const one of [a, b])
          await until('it to be back', () => one.reconnects === cut && one.bus.isUp, AT_ONCE_MS);
        await a.bus.send([{ to: null, text: `after ${cut}` }]);
        await gets(b, `after ${cut}`);
      }
    });

    it('the PostgreSQL bus rejects a database that does not answer or whose notifications do not arrive', async () => {
      const nowhere = new PostgresBus('postgres://a:b@127.0.0.1:1/x', NO_LOG);
      await expect(new Member(nowhere).open()).rejects.toThrow(
        /^The bus cannot connect to PostgreSQL: .*ECONNREFUSED/,
      );
      const proxy = await deafProxy(database?.url ?? '');
      const deaf = new PostgresBus(proxy.url, NO_LOG);
      await expect(new Member(deaf).open()).rejects.toThrow(
        /do not arrive .* Set METARUN_DATABASE_DIRECT_URL to the address of PostgreSQL itself/,
      );
      await proxy.close();
    });
  });

if (DATABASE === 'postgres')
  describe('the bus of Redis, beyond that,', () => {
    itWithRedis(
      'the Redis bus logs its recovery from a killed or stalled Redis, without the password',
      async () => {
        let log = '';
        const sink = new Writable({
          write: (chunk: Buffer, _, done) => {
            log += chunk.toString();
            done();
          },
        });
        const logger = pino({ level: 'debug' }, sink);
        const [a, b] = [
          await new Member(redisBus('one', logger)).open(),
          await new Member(redisBus()).open(),
        ];
        const downs = [
          async () => {
            await redis?.kill();
            return () => redis?.start();
          },
          async () => {
            redis?.pause(true);
            return async () => redis?.pause(false);
          },
        ];
        for (const [index, down] of downs.entries()) {
          const up = await down();
          for (const one of [a, b])
            await until(
              'it to notice',
              async () => {
                // An unanswered message is noticed only after sending one.
                void one.bus.send([{ to: null, text: 'lost' }]);
                return !one.bus.isUp;
              },
              AT_ONCE_MS,
            );
          await up();
          for (const one of [a, b])
            await until(
              'it to be back',
              () => one.reconnects === index + 1 && one.bus.isUp,
              AT_ONCE_MS,
            );
          await a.bus.send([{ to: null, text: `after ${index}` }]);
          await gets(b, `after ${index}`);
        }
        expect(log).toContain('the bus is up again');
        expect(log).not.toContain(REDIS_PASSWORD);
      },
    );

    itWithRedis(
      'the Redis bus connects over TLS and rejects an untrusted certificate',
      async () => {
        const { url = '' } = redis ?? {};
        const secure = tls.createServer({ cert: CERTIFICATE, key: KEY }, (socket) => {
          const inner = connect(Number(new URL(url).port), '127.0.0.1');
          pipeline(socket, inner, socket, () => undefined);
        });
        await once(secure.listen(0, '127.0.0.1'), 'listening');
        const { port } = secure.address() as AddressInfo;
        const bus = (): Bus =>
          new RedisBus(`rediss://:${REDIS_PASSWORD}@127.0.0.1:${port}`, 'one', NO_LOG);
        await expect(new Member(bus()).open()).rejects.toThrow(
          /^The bus cannot connect to the Redis of METARUN_BUS: .*self-signed certificate/,
        );
        const trusted = tls.getCACertificates();
        tls.setDefaultCACertificates([...trusted, CERTIFICATE]);
        try {
          const [a, b] = [await new Member(bus()).open(), await new Member(redisBus()).open()];
          await a.bus.send([{ to: b.id, text: 'over TLS' }]);
          await gets(b, 'over TLS');
        } finally {
          tls.setDefaultCACertificates(trusted);
          secure.close();
        }
      },
    );

    itWithRedis('the Redis bus delivers nothing to another installation', async () => {
      const [a, b, other] = [redisBus(), redisBus(), redisBus('two')].map((bus) => new Member(bus));
      for (const one of [a, b, other]) await one?.open();
      await a?.bus.send([{ to: null, text: 'end' }]);
      if (b) await gets(b, 'end');
      expect(other?.texts).toEqual([]);
    });

    itWithRedis(
      'the Redis bus rejects a Redis that does not answer or denies access, without revealing the password',
      async () => {
        const wrong = (redis?.url ?? '').replace(REDIS_PASSWORD, 'another-password');
        for (const [url, why] of [
          [
            `redis://user:${REDIS_PASSWORD}@127.0.0.1:1`,
            /^The bus cannot connect to the Redis of METARUN_BUS: .*ECONNREFUSED/,
          ],
          [wrong, /^The bus cannot connect to the Redis of METARUN_BUS: .*(WRONGPASS|NOAUTH)/],
        ] as const) {
          const error = await new Member(new RedisBus(url, 'one', NO_LOG))
            .open()
            .catch((reason: unknown) => reason);
          expect(String(error)).toMatch(/Error: The bus/);
          expect(error).toMatchObject({ message: expect.stringMatching(why) });
          expect(
            JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error),
          ).not.toMatch(/another-password|hunter2/);
        }
      },
    );
  });
