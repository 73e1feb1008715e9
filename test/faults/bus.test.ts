import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { newId } from '../../src/base/kernel/ids.js';
import { type Bus, type BusListener, MAX_BYTES } from '../../src/platform/events/bus/bus.js';
import { MemoryBus } from '../../src/platform/events/bus/memory.bus.js';
import { PostgresBus } from '../../src/platform/events/bus/postgres.bus.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { deafProxy } from '../support/deaf-proxy.js';
import { createDatabase, query } from '../support/postgres.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Ends every connection of a bus. */
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'metarun bus'`;

let database: Awaited<ReturnType<typeof createDatabase>> | null = null;
const members = new Map<string, BusListener>();
const opened: Member[] = [];

beforeAll(async () => {
  if (DATABASE === 'postgres') database = await createDatabase();
});
afterEach(async () => {
  for (const member of opened.splice(0)) await member.bus.close();
});
afterAll(async () => database?.drop());

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

function member(): Promise<Member> {
  const bus =
    database === null
      ? new MemoryBus(members)
      : new PostgresBus(database.url, pino({ enabled: false }));
  return new Member(bus).open();
}

function gets(one: Member, text: string): Promise<true> {
  return until(`text ${text}`, () => one.texts.includes(text) || undefined, AT_ONCE_MS);
}

describe('the bus', () => {
  it('carries texts of up to its limit to all, or to one and no other', async () => {
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

  it('gives nothing to who has closed it, and does not mind what is sent to and from there', async () => {
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
  describe('the bus of PostgreSQL', () => {
    it('comes back after its connections were cut, says so, and works again', async () => {
      const [a, b] = [await member(), await member()];
      for (let cut = 1; cut <= 3; cut += 1) {
        await query(database?.url ?? '', CUT);
        for (const one of [a, b])
          await until('it to be back', () => one.reconnects === cut && one.bus.isUp, AT_ONCE_MS);
        await a.bus.send([{ to: null, text: `after ${cut}` }]);
        await gets(b, `after ${cut}`);
      }
    });

    it('refuses a database that does not answer, and one whose notifications do not arrive', async () => {
      const nowhere = new PostgresBus('postgres://a:b@127.0.0.1:1/x', pino({ enabled: false }));
      await expect(new Member(nowhere).open()).rejects.toThrow(
        /^The bus cannot connect to PostgreSQL: .*ECONNREFUSED/,
      );
      const proxy = await deafProxy(database?.url ?? '');
      const deaf = new PostgresBus(proxy.url, pino({ enabled: false }));
      await expect(new Member(deaf).open()).rejects.toThrow(
        /do not arrive .* Set METARUN_DATABASE_DIRECT_URL to the address of PostgreSQL itself/,
      );
      proxy.close();
    });
  });
