import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { BusListener } from '../../../platform/events/bus/bus.js';
import { BusLink } from '../../../platform/events/bus/bus-link.js';
import { MemoryBus } from '../../../platform/events/bus/memory.bus.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { taskDue } from '../state/messages.js';
import { isJsonObject } from '../../../base/kernel/json.js';
import type { TaskEntity } from '../state/task.entity.js';
import { LocalQueues } from './local-queue.js';
import type { Pool, Taken } from './pool.js';
import { WakeRouter } from './wake-router.js';
import { WorkerRegistry } from './worker-registry.js';

/** Ids of the due tasks of the installation, by project and pool. */
let due: Map<string, string[]>;

/** Routing of one server, whose runs end when the test says so. */
class Server {
  readonly begun: string[] = [];
  readonly queues = new LocalQueues();
  readonly bus = new EventBus();
  readonly registry: WorkerRegistry;
  readonly router: WakeRouter;
  private readonly ends: (() => void)[] = [];

  constructor(taken: Taken = { tags: [], needs: [], onlyTagged: false }) {
    this.registry = new WorkerRegistry(this.bus, (lane) => this.queues[lane].free, taken);
    this.router = new WakeRouter(this.queues, this.bus, this.registry);
  }

  async start(members: Map<string, BusListener>, usual: number): Promise<this> {
    await BusLink.open(new MemoryBus(members), this.bus, pino({ enabled: false }));
    this.router.subscribe();
    this.queues.script.start(
      { usual, extra: 0 },
      {
        claim: async (projectId, pools, count) => {
          const ids: string[] = [];
          for (const pool of pools)
            ids.push(...(due.get(`${projectId} ${pool}`)?.splice(0, count - ids.length) ?? []));
          return ids.map((id) => ({ id }) as TaskEntity);
        },
        run: ({ id }) => {
          this.begun.push(id);
          return new Promise((resolve) => this.ends.push(resolve));
        },
        onFree: () => this.registry.report(),
      },
    );
    this.router.start();
    this.registry.start();
    return this;
  }

  /** Starts a server that takes no tasks, like one with only the role `api`. */
  async startAsApi(members: Map<string, BusListener>): Promise<this> {
    await BusLink.open(new MemoryBus(members), this.bus, pino({ enabled: false }));
    this.router.subscribe();
    this.router.stop();
    return this;
  }

  due(...ids: string[]): void {
    this.dueIn('', ...ids);
  }

  dueIn(pool: Pool, ...ids: string[]): void {
    for (const id of ids) this.hear('p', pool, id);
  }

  dueOf(projectId: string, ...ids: string[]): void {
    for (const id of ids) this.hear(projectId, '', id);
  }

  private hear(projectId: string, pool: Pool, id: string): void {
    const key = `${projectId} ${pool}`;
    due.set(key, [...(due.get(key) ?? []), id]);
    this.bus.publish(taskDue, { projectId, lane: 'script', pool, count: 1 });
    // A message about new events has the same effect.
    this.bus.announce();
  }

  endAll(): void {
    for (const end of this.ends.splice(0)) end();
  }
}

/** Lets time pass in steps, since messages are sent in later turns of the event loop. */
async function pass(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await jest.advanceTimersByTimeAsync(5);
}

let a: Server;
let b: Server;
let members: Map<string, BusListener>;
beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  due = new Map();
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
  await pass();
  expect([a.begun, b.begun]).toEqual([['1'], ['2', '3']]);
  expect(a.queues.waiting).toBe(1);
});

it('a waiting task goes to the server that first has a free slot', async () => {
  a.due('1', '2', '3', '4', '5');
  await pass();
  b.endAll();
  await pass();
  expect(b.begun).toEqual(['2', '3', '4', '5']);
  expect([a.begun, a.queues.waiting]).toEqual([['1'], 0]);
});

it('a server that was offered more tasks than it has slots does not send them on', async () => {
  b.due('1', '2');
  await pass();
  a.due('3', '4');
  await pass();
  expect([a.begun, a.queues.waiting + b.queues.waiting]).toEqual([['3'], 1]);
});

it('a stopping server passes on its waiting tasks and those that become due there', async () => {
  a.due('1');
  await pass();
  b.due('2', '3', '4');
  await pass();
  expect(b.queues.waiting).toBe(1);
  a.endAll();
  await pass();
  expect(a.begun).toEqual(['1', '4']);
  a.endAll();
  await pass();
  b.router.stop();
  b.queues.stop();
  b.due('5');
  await pass();
  expect(a.begun).toEqual(['1', '4', '5']);
});

it('a task goes only to a server that has its tags, and waits nowhere else', async () => {
  a.dueIn('gpu', '1');
  await pass();
  expect([a.begun, b.begun, a.queues.waiting, b.queues.waiting]).toEqual([[], [], 0, 0]);
  const only = { tags: ['eu', 'gpu'], needs: [], onlyTagged: true };
  const tagged = await new Server(only).start(members, 1);
  await pass();
  expect([a.registry.reaches('gpu'), a.registry.reaches('us'), a.registry.takes('gpu')]).toEqual([
    true,
    false,
    false,
  ]);
  a.dueIn('eu gpu', '2');
  tagged.due('3');
  await pass();
  expect([tagged.begun, [...a.begun, ...b.begun]]).toEqual([['2'], ['3']]);
});

it('a wake that other servers cannot take does not block the wakes that they can', async () => {
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
  expect(tagged.queues.waiting).toBe(1);
});

it('a worker without free slots hears of each project once in 100 ms, and runs its tasks next', async () => {
  const api = await new Server().startAsApi(members);
  const sent = jest.spyOn(api.bus, 'send');
  const projects = (): unknown[] =>
    sent.mock.calls.map(([, , wake]) => (isJsonObject(wake) ? wake['projectId'] : null));
  await pass();
  api.dueOf('p', '1', '2', '3');
  await pass();
  expect([...a.begun, ...b.begun].toSorted()).toEqual(['1', '2', '3']);
  sent.mockClear();
  api.dueOf('p', '4', '5');
  api.dueOf('q', '6', '7');
  await pass();
  expect(projects()).toEqual(['p', 'q']);
  await jest.advanceTimersByTimeAsync(100);
  api.dueOf('q', '8');
  await pass();
  expect(projects()).toEqual(['p', 'q', 'q']);
  for (let round = 0; round < 5; round += 1) {
    for (const worker of [a, b]) worker.endAll();
    await pass();
  }
  expect([...a.begun, ...b.begun].toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

it('a worker without a free slot hears of no task that it cannot take, or after it stops', async () => {
  const api = await new Server().startAsApi(members);
  await pass();
  api.dueOf('p', '1', '2', '3');
  await pass();
  api.dueIn('gpu', '4');
  await pass();
  expect(a.queues.waiting + b.queues.waiting).toBe(0);
  for (const worker of [a, b]) {
    worker.router.stop();
    worker.registry.stop();
  }
  await pass();
  api.dueOf('q', '5');
  await pass();
  expect(a.queues.waiting + b.queues.waiting).toBe(0);
});
