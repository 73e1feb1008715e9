import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TaskEntity } from '../state/task.entity.js';
import { LocalQueue } from './local-queue.js';

/** Due tasks of a test by project, and the started runs of those that the queue has claimed. */
class Tasks {
  readonly started: string[] = [];
  /** Claims as `<project> <count>`. */
  readonly claims: string[] = [];
  freed = 0;
  most = 0;
  /** Error of the next claim. */
  failure: Error | null = null;
  private readonly due = new Map<string, string[]>();
  private readonly ends = new Map<string, () => void>();
  private readonly releases = new Map<string, () => void>();

  add(projectId: string, ...ids: string[]): void {
    this.due.set(projectId, [...(this.due.get(projectId) ?? []), ...ids]);
  }

  async claim(projectId: string, _pools: readonly string[], count: number): Promise<TaskEntity[]> {
    this.claims.push(`${projectId} ${count}`);
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw failure;
    const ids = this.due.get(projectId)?.splice(0, count) ?? [];
    return ids.map((id) => ({ id }) as TaskEntity);
  }

  run({ id }: TaskEntity, release: () => void): Promise<void> {
    this.started.push(id);
    this.releases.set(id, release);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ends.set(id, resolve);
    this.most = Math.max(this.most, this.ends.size);
    return promise;
  }

  /** Releases the slot of a run that continues. */
  async release(id: string): Promise<void> {
    this.releases.get(id)?.();
    await settle();
  }

  async end(id: string): Promise<void> {
    this.ends.get(id)?.();
    this.ends.delete(id);
    await settle();
  }

  /** Ends all runs until no more start. */
  async drain(): Promise<void> {
    for (const id of this.ends.keys()) await this.end(id);
  }

  startedOf(project: string): string[] {
    return this.started.filter((id) => id.startsWith(project));
  }
}

/** Lets claims find tasks and the tasks start. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('LocalQueue', () => {
  let queue: LocalQueue;
  let tasks: Tasks;
  beforeEach(() => {
    queue = new LocalQueue();
    tasks = new Tasks();
  });

  const start = async (usual: number, extra = 0): Promise<void> => {
    queue.start(
      { usual, extra },
      {
        claim: (...request) => tasks.claim(...request),
        run: (task, release) => tasks.run(task, release),
        onFree: () => (tasks.freed += 1),
      },
    );
    await settle();
  };
  const offer = async (projectId: string, ...ids: string[]): Promise<void> => {
    tasks.add(projectId, ...ids);
    for (let count = ids.length; count > 0; count -= 1)
      queue.wake({ projectId, pool: '', count: 1 });
    await settle();
  };
  const flood = (projectId: string, count: number): Promise<void> =>
    offer(projectId, ...Array.from({ length: count }, (_, index) => `${projectId}${index}`));

  it('the queue keeps wakes until it starts, then claims the tasks of all free slots at once', async () => {
    await offer('p', 'a', 'b', 'c');
    expect([tasks.claims, queue.waiting, queue.free]).toEqual([[], 1, 0]);
    await start(10);
    expect([tasks.claims, tasks.started]).toEqual([['p 3'], ['a', 'b', 'c']]);
    expect([queue.waiting, queue.free]).toEqual([0, 7]);
  });

  it('the queue never exceeds its slots, and continues as they become free', async () => {
    await start(2);
    await offer('p', 'a', 'b', 'c', 'd', 'e');
    expect(tasks.started).toEqual(['a', 'b']);
    expect(queue.waiting).toBe(1);
    await tasks.end('b');
    expect(tasks.started).toEqual(['a', 'b', 'c']);
    for (const id of ['a', 'c', 'd', 'e']) await tasks.end(id);
    expect(tasks.started).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect([tasks.most, tasks.freed]).toEqual([2, 1]);
  });

  it('a slot released early goes to the next task only once', async () => {
    await start(1);
    await offer('p', 'a', 'b', 'c');
    await tasks.release('a');
    await tasks.release('a');
    expect(tasks.started).toEqual(['a', 'b']);
    await tasks.end('a');
    expect([tasks.started, queue.free]).toEqual([['a', 'b'], 0]);
    await tasks.end('b');
    expect(tasks.started).toEqual(['a', 'b', 'c']);
    await tasks.release('c');
    expect(queue.free).toBe(1);
  });

  it('a wake for a task that another worker has taken leaves no slot kept', async () => {
    await start(2);
    queue.wake({ projectId: 'p', pool: '', count: 1 });
    await settle();
    expect([tasks.claims, queue.free, tasks.freed]).toEqual([['p 1'], 2, 0]);
  });

  it('an unknown number of due tasks is claimed for until a claim finds too few', async () => {
    await start(2);
    tasks.add('p', 'a', 'b', 'c');
    queue.wake({ projectId: 'p', pool: '', count: Number.POSITIVE_INFINITY });
    await settle();
    expect(tasks.started).toEqual(['a', 'b']);
    await tasks.end('a');
    await tasks.end('b');
    expect(tasks.claims).toEqual(['p 2', 'p 1', 'p 1']);
    await tasks.end('c');
    expect([tasks.claims.length, queue.waiting, queue.free]).toEqual([3, 0, 2]);
  });

  it('a wake during a claim that finds too little leads to another claim', async () => {
    await start(2);
    queue.wake({ projectId: 'p', pool: '', count: 2 });
    await Promise.resolve();
    queue.wake({ projectId: 'p', pool: '', count: 1 });
    tasks.add('p', 'a');
    await settle();
    expect(tasks.started).toEqual(['a']);
  });

  it('a failed claim is repeated', async () => {
    await start(1);
    tasks.failure = new Error('no database');
    await offer('p', 'a');
    expect([tasks.claims, tasks.started]).toEqual([['p 1', 'p 1'], ['a']]);
  });

  it('a stopped queue starts nothing more', async () => {
    await start(1);
    await offer('p', 'a', 'b');
    queue.stop();
    await offer('p', 'c');
    await tasks.end('a');
    expect(tasks.started).toEqual(['a']);
    expect([queue.free, queue.waiting]).toEqual([0, 0]);
  });

  it('another server gets a due task of a pool that it takes', async () => {
    queue.wake({ projectId: 'p', pool: 'gpu', count: 2 });
    queue.wake({ projectId: 'q', pool: '', count: Number.POSITIVE_INFINITY });
    expect(queue.withdraw((pool) => pool === 'cpu')).toBeNull();
    const gpu = { projectId: 'p', pool: 'gpu', count: 1 };
    expect(queue.withdraw((pool) => pool === 'gpu')).toEqual(gpu);
    const unknown = { projectId: 'q', pool: '', count: Number.POSITIVE_INFINITY };
    expect(queue.withdraw((pool) => pool === '')).toEqual(unknown);
    expect(queue.withdraw(() => true)).toEqual(gpu);
    expect(queue.withdraw(() => true)).toEqual(unknown);
  });

  describe('between projects', () => {
    it('the next free slot goes to the project with fewer running tasks', async () => {
      await start(2);
      await flood('flood', 100);
      await offer('other', 'first', 'second');
      await tasks.end('flood0');
      expect(tasks.started).toEqual(['flood0', 'flood1', 'first']);
      await tasks.end('flood1');
      expect(tasks.started.at(-1)).toBe('flood2');
      await tasks.end('first');
      expect(tasks.started.at(-1)).toBe('second');
    });

    it('projects share a single slot in turns', async () => {
      await start(1);
      await offer('x', 'running');
      for (const project of ['a', 'b', 'c']) await flood(project, 3);
      await tasks.drain();
      const turns = ['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2'];
      expect(tasks.started.slice(1)).toEqual(turns);
    });

    it('slots that are free at once are divided among the projects', async () => {
      await flood('a', 10);
      await flood('b', 10);
      await start(4);
      expect(tasks.started.toSorted()).toEqual(['a0', 'a1', 'b0', 'b1']);
      expect(tasks.claims).toEqual(['a 2', 'b 2']);
    });

    it('the first task of a project waits at most one slot for each other project', async () => {
      await start(4);
      for (let project = 0; project < 100; project += 1) await flood(`f${project}-`, 20);
      await offer('mine', 'mine');
      for (let turn = 0; turn < 101; turn += 1) await tasks.end(tasks.started[turn] ?? '');
      // Four runs started before any other project existed; then each of the hundred projects had one.
      expect(tasks.started.indexOf('mine')).toBe(4 + 100);
    });
  });

  describe('while one project holds all slots', () => {
    beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
    afterEach(() => {
      queue.stop();
      jest.useRealTimers();
    });
    const pass = async (ms: number): Promise<void> => {
      await jest.advanceTimersByTimeAsync(ms);
      await settle();
    };

    it.each([1, 2, 8])(
      'another project gets an extra slot within 100 ms when one holds all slots: %d',
      async (slots) => {
        await start(slots, 1);
        await flood('a', 100);
        await offer('b', 'b1');
        await pass(45);
        expect(tasks.startedOf('b')).toEqual([]);
        await pass(55);
        expect(tasks.startedOf('b')).toEqual(['b1']);
        expect(tasks.startedOf('a')).toHaveLength(slots);
      },
    );

    it('each waiting project gets one extra slot, up to the number of extra slots', async () => {
      await start(4, 2);
      await flood('a', 100);
      for (const project of ['b', 'c', 'd']) await flood(project, 10);
      await pass(60_000);
      expect(tasks.started).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'c0']);
    });

    it('a project waiting alone gets more extra slots, but the last is kept for the next project', async () => {
      await start(4, 3);
      await flood('a', 100);
      await flood('b', 10);
      await pass(60_000);
      expect(tasks.startedOf('b')).toEqual(['b0', 'b1']);
      await offer('c', 'c0');
      await pass(60_000);
      expect(tasks.startedOf('c')).toEqual(['c0']);
      expect(tasks.startedOf('a')).toHaveLength(4);
    });

    it('a project with an extra slot starts its next task as soon as it is due', async () => {
      await start(4, 3);
      await flood('a', 100);
      await offer('b', 'b0');
      await pass(200);
      expect(tasks.startedOf('b')).toEqual(['b0']);
      await offer('b', 'b1');
      expect(tasks.startedOf('b')).toEqual(['b0', 'b1']);
    });

    it('the extra slots are taken back as the usual ones become free', async () => {
      await start(2, 2);
      await flood('a', 100);
      await flood('b', 10);
      await pass(5_000);
      expect(tasks.started).toEqual(['a0', 'a1', 'b0']);
      await tasks.end('a0');
      expect(tasks.started).toEqual(['a0', 'a1', 'b0']);
      await tasks.end('a1');
      expect(tasks.started).toEqual(['a0', 'a1', 'b0', 'a2']);
    });

    it('a project with an extra slot runs its next tasks without waiting before each', async () => {
      await start(2, 1);
      await flood('a', 100);
      await flood('b', 3);
      await pass(2_000);
      expect(tasks.startedOf('b')).toEqual(['b0']);
      await tasks.end('b0');
      expect(tasks.startedOf('b')).toEqual(['b0', 'b1']);
      await tasks.end('b1');
      expect(tasks.startedOf('b')).toEqual(['b0', 'b1', 'b2']);
      expect(tasks.startedOf('a')).toHaveLength(2);
    });

    it('no extra slot opens for the project that holds all slots, or while two projects share them', async () => {
      await start(2, 2);
      await flood('a', 10);
      await pass(60_000);
      expect(tasks.started).toEqual(['a0', 'a1']);
      queue.stop();
      queue = new LocalQueue();
      await start(2, 2);
      for (const project of ['c', 'd', 'e']) await offer(project, `${project}-`);
      for (const project of ['c', 'd', 'e']) await flood(project, 10);
      await pass(60_000);
      expect(tasks.startedOf('e')).toEqual([]);
    });
  });
});
