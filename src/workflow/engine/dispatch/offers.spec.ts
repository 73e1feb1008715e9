import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { BusListener } from '../../../platform/events/bus/bus.js';
import { BusLink } from '../../../platform/events/bus/bus-link.js';
import { MemoryBus } from '../../../platform/events/bus/memory.bus.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import type { TaskHint } from './dispatcher.js';
import { Lanes } from './lanes.js';
import { MemoryDispatcher } from './memory.dispatcher.js';
import { taskDue } from '../state/messages.js';
import { Offers } from './offers.js';
import type { Pool, Taken } from './pool.js';
import { Presence } from './presence.js';

const HINT: TaskHint = {
  taskId: '',
  projectId: 'p',
  priority: 0,
  slotKey: null,
  lane: 'script',
  pool: '',
};

/** The dispatching of one server: the work that it begins ends when the test says so. */
class Server {
  readonly begun: string[] = [];
  readonly lanes = new Lanes({ script: new MemoryDispatcher(), agent: new MemoryDispatcher() });
  readonly bus = new EventBus();
  readonly presence: Presence;
  readonly offers: Offers;
  private readonly ends: (() => void)[] = [];

  constructor(taken: Taken = { tags: [], needs: [], onlyTagged: false }) {
    this.presence = new Presence(this.bus, (lane) => this.lanes.free(lane), taken);
    this.offers = new Offers(this.lanes, this.bus, this.presence);
  }

  async start(members: Map<string, BusListener>, usual: number): Promise<this> {
    await BusLink.open(new MemoryBus(members), this.bus, pino({ enabled: false }));
    this.offers.subscribe();
    const slots = { usual, extra: 0 };
    this.lanes.start(
      { script: slots, agent: slots },
      ({ taskId }) => {
        this.begun.push(taskId);
        return new Promise((resolve) => this.ends.push(resolve));
      },
      () => undefined,
      () => this.bus.announce(),
    );
    this.offers.start();
    this.presence.start();
    return this;
  }

  /** Starts a server that takes no tasks, as one with the role `api` alone. */
  async startAsApi(members: Map<string, BusListener>): Promise<this> {
    await BusLink.open(new MemoryBus(members), this.bus, pino({ enabled: false }));
    this.offers.subscribe();
    this.offers.stop();
    return this;
  }

  due(...ids: string[]): void {
    this.dueIn('', ...ids);
  }

  dueIn(pool: Pool, ...ids: string[]): void {
    for (const id of ids) this.hear({ ...HINT, taskId: id, pool });
  }

  dueOf(projectId: string, ...ids: string[]): void {
    for (const id of ids) this.hear({ ...HINT, taskId: id, projectId });
  }

  private hear(hint: TaskHint): void {
    this.bus.publish(taskDue, hint);
    // As with the message that there are events.
    this.bus.announce();
  }

  endAll(): void {
    for (const end of this.ends.splice(0)) end();
  }
}

/** Lets some time pass, in steps: what is sent goes on in further turns of the event loop. */
async function pass(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await jest.advanceTimersByTimeAsync(5);
}

let a: Server;
let b: Server;
let members: Map<string, BusListener>;
beforeEach(async () => {
  jest.useFakeTimers();
  members = new Map();
  a = await new Server().start(members, 1);
  b = await new Server().start(members, 2);
  await pass();
});
afterEach(() => {
  jest.useRealTimers();
});

it('a task goes to a free slot of its own server, then of another, and otherwise waits', async () => {
  a.due('1', '2', '3', '4', '5');
  expect(a.begun).toEqual(['1']);
  await pass();
  expect(b.begun).toEqual(['2', '3']);
  expect(a.lanes.size).toBe(2);
});

it('a waiting task goes to the server that first has a free slot', async () => {
  a.due('1', '2', '3', '4', '5');
  await pass();
  b.endAll();
  await pass();
  expect(b.begun).toEqual(['2', '3', '4', '5']);
  expect([a.begun, a.lanes.size]).toEqual([['1'], 0]);
});

it('a server that was offered more tasks than it has slots does not send them on', async () => {
  b.due('1', '2');
  await pass();
  a.due('3', '4');
  await pass();
  expect([a.begun, a.lanes.size + b.lanes.size]).toEqual([['3'], 1]);
});

it('a stopping server passes on its waiting tasks and those that become due there', async () => {
  a.due('1');
  await pass();
  b.due('2', '3', '4');
  await pass();
  expect(b.lanes.size).toBe(1);
  a.endAll();
  await pass();
  expect(a.begun).toEqual(['1', '4']);
  a.endAll();
  await pass();
  b.offers.stop();
  b.lanes.stop();
  b.due('5');
  await pass();
  expect(a.begun).toEqual(['1', '4', '5']);
});

it('a task goes only to a server that has its tags, and waits nowhere else', async () => {
  a.dueIn('gpu', '1');
  await pass();
  expect([a.begun, b.begun, a.lanes.size, b.lanes.size]).toEqual([[], [], 0, 0]);
  const only = { tags: ['eu', 'gpu'], needs: [], onlyTagged: true };
  const tagged = await new Server(only).start(members, 1);
  await pass();
  expect([a.offers.reaches('gpu'), a.offers.reaches('us'), a.offers.takes('gpu')]).toEqual([
    true,
    false,
    false,
  ]);
  a.dueIn('eu gpu', '2');
  tagged.due('3');
  await pass();
  expect([tagged.begun, [...a.begun, ...b.begun]]).toEqual([['2'], ['3']]);
});

it('a hint that other servers cannot take does not block the hints that they can', async () => {
  const tagged = await new Server({ tags: ['gpu'], needs: [], onlyTagged: false }).start(
    members,
    1,
  );
  await pass();
  tagged.dueIn('gpu', '1', '2');
  tagged.due('3', '4');
  await pass();
  expect(tagged.begun).toEqual(['1']);
  expect([...a.begun, ...b.begun].toSorted()).toEqual(['3', '4']);
  expect(tagged.lanes.size).toBe(1);
});

it('a worker without free slots hears of one task per project in 100 ms', async () => {
  const api = await new Server().startAsApi(members);
  await pass();
  api.dueOf('p', '1', '2', '3');
  await pass();
  expect([...a.begun, ...b.begun].toSorted()).toEqual(['1', '2', '3']);
  api.dueOf('p', '4', '5');
  api.dueOf('q', '6', '7');
  await pass();
  expect(a.lanes.size + b.lanes.size).toBe(2);
  expect(a.lanes.waits('script', 'q') || b.lanes.waits('script', 'q')).toBe(true);
  await jest.advanceTimersByTimeAsync(100);
  api.dueOf('q', '8');
  await pass();
  expect(a.lanes.size + b.lanes.size).toBe(3);
});

it('a worker without a free slot hears of no task that it cannot take, or after it stops', async () => {
  const api = await new Server().startAsApi(members);
  await pass();
  api.dueOf('p', '1', '2', '3');
  await pass();
  api.dueIn('gpu', '4');
  await pass();
  expect(a.lanes.size + b.lanes.size).toBe(0);
  for (const worker of [a, b]) {
    worker.offers.stop();
    worker.presence.stop();
  }
  await pass();
  api.dueOf('q', '5');
  await pass();
  expect(a.lanes.size + b.lanes.size).toBe(0);
});
