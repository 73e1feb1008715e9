import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import {
  EventBus,
  message,
  messagesMissed,
  sharedMessage,
  createTextsReader,
} from '../event-bus.js';
import type { BusListener, Outgoing } from './bus.js';
import { BusLink } from './bus-link.js';
import { MemoryBus } from './memory.bus.js';

const shared = sharedMessage('thing.done', createTextsReader('id'));
const own = message<{ id: string }>('thing.own');

/** A bus that records what it sends. */
class CountingBus extends MemoryBus {
  readonly sent: Outgoing[] = [];

  override async send(texts: readonly Outgoing[]): Promise<void> {
    this.sent.push(...texts);
    await super.send(texts);
  }
}

/** The messaging part of a server. */
class Member {
  readonly events = new EventBus();
  readonly got: string[] = [];
  readonly bus: CountingBus;
  link!: BusLink;

  constructor(members: Map<string, BusListener> | null) {
    this.bus = new CountingBus(members);
    this.events.subscribe(shared, ({ id }) => this.got.push(id));
    this.events.subscribe(own, ({ id }) => this.got.push(`own ${id}`));
    this.events.subscribe(messagesMissed, () => this.got.push('missed'));
  }

  async open(): Promise<this> {
    this.link = await BusLink.open(this.bus, this.events, pino({ enabled: false }));
    return this;
  }
}

let members: Map<string, BusListener>;
beforeEach(() => {
  jest.useFakeTimers();
  members = new Map();
});
afterEach(() => {
  jest.useRealTimers();
});

function pass(ms: number): Promise<void> {
  return jest.advanceTimersByTimeAsync(ms);
}

async function three(): Promise<[Member, Member, Member]> {
  const all = [new Member(members), new Member(members), new Member(members)] as const;
  for (const one of all) await one.open();
  await pass(50);
  return [...all];
}

it('a published message reaches its own server at once and each other server once, if it is shared', async () => {
  const [a, b, c] = await three();
  a.events.publish(shared, { id: '1' });
  a.events.publish(own, { id: '1' });
  expect(a.got).toEqual(['1', 'own 1']);
  await pass(20);
  expect([a.got.length, b.got, c.got]).toEqual([2, ['1'], ['1']]);
});

it('a message sent to one server reaches no other, and one to itself skips the bus', async () => {
  const [a, b, c] = await three();
  a.events.send(b.events.id, shared, { id: '2' });
  a.events.send(a.events.id, shared, { id: '3' });
  expect(a.got).toEqual(['3']);
  await pass(20);
  expect([a.got, b.got, c.got]).toEqual([['3'], ['2'], []]);
});

it("servers learn each other's states soon after a start and forget those that leave or fall silent", async () => {
  const a = await new Member(members).open();
  a.events.status = () => 'state of a';
  const b = await new Member(members).open();
  await pass(50);
  expect(b.events.peers.get(a.events.id)?.status).toBe('state of a');
  expect([...a.events.peers.keys()]).toEqual([b.events.id]);
  await b.link.close();
  expect(a.events.peers.size).toBe(0);
  const c = await new Member(members).open();
  await pass(50);
  expect(a.events.peers.size).toBe(1);
  members.delete(c.events.id);
  await pass(60_000);
  // The member still sends but receives nothing.
  expect(a.events.peers.size).toBe(1);
  expect(c.events.peers.size).toBe(0);
});

it('a server sends nothing but heartbeats, alone or together with an idle peer', async () => {
  const a = await new Member(members).open();
  for (let n = 0; n < 100; n += 1) a.events.publish(shared, { id: String(n) });
  await pass(60_000);
  expect(a.bus.sent.length).toBeLessThanOrEqual(31);
  await new Member(members).open();
  await pass(1_000);
  a.bus.sent.length = 0;
  await pass(60_000);
  expect(a.bus.sent.length).toBeLessThanOrEqual(31);
  const memory = await new Member(null).open();
  memory.events.publish(shared, { id: 'x' });
  await pass(10_000);
  expect(memory.bus.sent).toEqual([]);
  expect(memory.got).toEqual(['x']);
});

it('a burst goes in few texts, and unknown or unreadable messages are ignored', async () => {
  const [a, b] = await three();
  a.bus.sent.length = 0;
  for (let n = 0; n < 200; n += 1) a.events.publish(shared, { id: String(n) });
  a.events.send(b.events.id, sharedMessage('thing.unknown', createTextsReader()), {});
  a.events.send(
    b.events.id,
    sharedMessage<{ id: number }>(shared.name, () => null),
    { id: 5 },
  );
  await pass(100);
  expect(b.got).toEqual(Array.from({ length: 200 }, (_, n) => String(n)));
  expect(a.bus.sent.length).toBeLessThan(6);
});

it('a lost connection makes this server and its peers read what they may have missed', async () => {
  const [a, b] = await three();
  a.link.reconnected();
  expect(a.got).toEqual(['missed']);
  await pass(20);
  expect(b.got).toEqual(['missed']);
});
