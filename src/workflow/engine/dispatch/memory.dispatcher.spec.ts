import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TaskHint } from './dispatcher.js';
import { CAPACITY, MemoryDispatcher } from './memory.dispatcher.js';

/** Work that ends when the test says so. */
class Worker {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();
  private readonly releases = new Map<string, () => void>();
  most = 0;

  readonly work = ({ taskId }: TaskHint, release: () => void): Promise<void> => {
    this.started.push(taskId);
    this.releases.set(taskId, release);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ends.set(taskId, resolve);
    this.most = Math.max(this.most, this.ends.size);
    return promise;
  };

  /** Releases the slot of work that goes on. */
  release(taskId: string): void {
    this.releases.get(taskId)?.();
  }

  async end(taskId: string): Promise<void> {
    this.ends.get(taskId)?.();
    this.ends.delete(taskId);
    await new Promise((done) => setImmediate(done));
  }

  /** Ends whatever has started, until nothing more does. */
  async drain(): Promise<void> {
    for (const taskId of this.ends.keys()) await this.end(taskId);
  }
}

describe('MemoryDispatcher', () => {
  let dispatcher: MemoryDispatcher;
  let worker: Worker;
  let wanted: string[];
  beforeEach(() => {
    dispatcher = new MemoryDispatcher();
    worker = new Worker();
    wanted = [];
  });

  const start = (usual: number, extra = 0): void =>
    dispatcher.start({ usual, extra }, worker.work, (projectId) => wanted.push(projectId));
  const offer = (taskId: string, priority = 0, projectId = 'p'): void =>
    dispatcher.offer({ taskId, projectId, priority, slotKey: null, lane: 'script', pool: '' });
  const flood = (projectId: string, count: number, priority = 0): void => {
    for (let index = 0; index < count; index += 1)
      offer(`${projectId}${index}`, priority, projectId);
  };

  it('the dispatcher keeps hints until it starts, then begins them by priority and order', () => {
    offer('a');
    offer('b');
    offer('low', -1);
    offer('high', 5);
    expect(worker.started).toEqual([]);
    start(10);
    expect(worker.started).toEqual(['high', 'a', 'b', 'low']);
    expect(dispatcher.size).toBe(0);
  });

  it('the dispatcher never exceeds its slots, and continues as they become free', async () => {
    start(2);
    for (const id of ['a', 'b', 'c', 'd', 'e']) offer(id);
    expect(worker.started).toEqual(['a', 'b']);
    expect(dispatcher.size).toBe(3);
    await worker.end('b');
    expect(worker.started).toEqual(['a', 'b', 'c']);
    for (const id of ['a', 'c', 'd', 'e']) await worker.end(id);
    expect(worker.started).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(worker.most).toBe(2);
  });

  it('a slot released early goes to the next hint only once', async () => {
    start(1);
    for (const id of ['a', 'b', 'c']) offer(id);
    worker.release('a');
    worker.release('a');
    expect(worker.started).toEqual(['a', 'b']);
    await worker.end('a');
    expect([worker.started, dispatcher.free]).toEqual([['a', 'b'], 0]);
    await worker.end('b');
    expect(worker.started).toEqual(['a', 'b', 'c']);
    worker.release('c');
    expect(dispatcher.free).toBe(1);
  });

  it('a task is queued once however often it is offered, and again after it has started', async () => {
    start(1);
    offer('a');
    for (let times = 0; times < 3; times += 1) offer('b');
    expect(dispatcher.size).toBe(1);
    await worker.end('a');
    offer('b');
    expect(dispatcher.size).toBe(1);
    await worker.end('b');
    expect(worker.started).toEqual(['a', 'b', 'b']);
  });

  it('a stopped dispatcher starts nothing more', async () => {
    start(1);
    offer('a');
    offer('b');
    dispatcher.stop();
    offer('c');
    await worker.end('a');
    expect(worker.started).toEqual(['a']);
  });

  describe('between projects', () => {
    it('the next free slot goes to the project with fewer running tasks, whatever the priorities', async () => {
      start(2);
      flood('flood', 100, 100);
      offer('first', -100, 'other');
      offer('second', -100, 'other');
      await worker.end('flood0');
      expect(worker.started).toEqual(['flood0', 'flood1', 'first']);
      await worker.end('flood1');
      expect(worker.started.at(-1)).toBe('flood2');
      await worker.end('first');
      expect(worker.started.at(-1)).toBe('second');
    });

    it('projects share a single slot in turns', async () => {
      start(1);
      offer('running', 0, 'x');
      for (const project of ['a', 'b', 'c']) flood(project, 3);
      await worker.drain();
      expect(worker.started.slice(1)).toEqual([
        'a0',
        'b0',
        'c0',
        'a1',
        'b1',
        'c1',
        'a2',
        'b2',
        'c2',
      ]);
    });

    it('the first task of a project waits at most one slot for each other project', async () => {
      start(4);
      for (let project = 0; project < 100; project += 1) flood(`f${project}-`, 20);
      offer('mine', 0, 'mine');
      for (let turn = 0; turn < 101; turn += 1) await worker.end(worker.started[turn] ?? '');
      // Four began before there was another project; then each of the hundred has had one.
      expect(worker.started.indexOf('mine')).toBe(4 + 100);
    });

    it('a flood of tasks does not take the space of other projects', () => {
      for (let project = 0; project < 11; project += 1) flood(`f${project}-`, 2_000);
      expect(dispatcher.size).toBe(CAPACITY + 16);
      offer('mine', 0, 'mine');
      expect(dispatcher.size).toBe(CAPACITY + 17);
      start(12);
      expect(worker.started).toContain('mine');
    });
  });

  describe('with more tasks than it holds', () => {
    it('the dispatcher asks for the rest of a project once its held tasks are used up', async () => {
      start(1);
      offer('running', 0, 'x');
      flood('f', 1_001);
      expect(dispatcher.size).toBe(1_000);
      offer('other', 0, 'other');
      await worker.drain();
      expect(worker.started).toHaveLength(1_002);
      expect(wanted).toEqual(['f']);
    });

    it('the dispatcher asks for unknown tasks before a lower priority overtakes them', async () => {
      start(1);
      offer('running');
      offer('high', 5);
      offer('low', -5);
      dispatcher.more('p', 1);
      expect(wanted).toEqual([]);
      await worker.end('running');
      expect(worker.started.at(-1)).toBe('high');
      expect(wanted).toEqual(['p']);
      offer('middle', 1);
      await worker.end('high');
      expect(worker.started.at(-1)).toBe('middle');
    });

    it('the dispatcher asks immediately for a project of which it holds nothing', () => {
      start(1);
      dispatcher.more('p', 0);
      expect(wanted).toEqual(['p']);
    });

    it('a higher priority is still accepted while the usual one is full', async () => {
      start(1);
      offer('running');
      flood('p', 2_000);
      offer('urgent', 50);
      await worker.end('running');
      expect(worker.started.at(-1)).toBe('urgent');
      expect(wanted).toEqual([]);
    });
  });

  describe('while one project holds all slots', () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => {
      dispatcher.stop();
      jest.useRealTimers();
    });
    const of = (project: string): string[] =>
      worker.started.filter((taskId) => taskId.startsWith(project));

    it.each([1, 2, 8])(
      'another project gets an extra slot within 100 ms when one holds all slots: %d',
      (slots) => {
        start(slots, 1);
        flood('a', 100);
        offer('b1', 0, 'b');
        jest.advanceTimersByTime(45);
        expect(of('b')).toEqual([]);
        jest.advanceTimersByTime(55);
        expect(of('b')).toEqual(['b1']);
        expect(of('a')).toHaveLength(slots);
      },
    );

    it('each waiting project gets one extra slot, up to the number of extra slots', () => {
      start(4, 2);
      flood('a', 100);
      for (const project of ['b', 'c', 'd']) flood(project, 10);
      jest.advanceTimersByTime(60_000);
      expect(worker.started).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'c0']);
    });

    it('a project waiting alone gets more extra slots, but the last is kept for the next project', () => {
      start(4, 3);
      flood('a', 100);
      flood('b', 10);
      jest.advanceTimersByTime(60_000);
      expect(of('b')).toEqual(['b0', 'b1']);
      offer('c0', 0, 'c');
      jest.advanceTimersByTime(60_000);
      expect(of('c')).toEqual(['c0']);
      expect(of('a')).toHaveLength(4);
    });

    it('a project with an extra slot starts its next task as soon as it is offered', () => {
      start(4, 3);
      flood('a', 100);
      offer('b0', 0, 'b');
      jest.advanceTimersByTime(200);
      expect(of('b')).toEqual(['b0']);
      offer('b1', 0, 'b');
      expect(of('b')).toEqual(['b0', 'b1']);
    });

    it('the extra slots are taken back as the usual ones become free', async () => {
      start(2, 2);
      flood('a', 100);
      flood('b', 10);
      jest.advanceTimersByTime(5_000);
      expect(worker.started).toEqual(['a0', 'a1', 'b0']);
      jest.useRealTimers();
      await worker.end('a0');
      expect(worker.started).toEqual(['a0', 'a1', 'b0']);
      await worker.end('a1');
      expect(worker.started).toEqual(['a0', 'a1', 'b0', 'a2']);
    });

    it('a project with an extra slot runs its next tasks without waiting before each', async () => {
      start(2, 1);
      flood('a', 100);
      flood('b', 3);
      jest.advanceTimersByTime(2_000);
      expect(of('b')).toEqual(['b0']);
      jest.useRealTimers();
      await worker.end('b0');
      expect(of('b')).toEqual(['b0', 'b1']);
      await worker.end('b1');
      expect(of('b')).toEqual(['b0', 'b1', 'b2']);
      expect(of('a')).toHaveLength(2);
    });

    it('no extra slot opens for the project that holds all slots, or while two projects share them', () => {
      start(2, 2);
      flood('a', 10);
      jest.advanceTimersByTime(60_000);
      expect(worker.started).toEqual(['a0', 'a1']);
      dispatcher.stop();
      dispatcher = new MemoryDispatcher();
      start(2, 2);
      for (const project of ['c', 'd', 'e']) offer(`${project}0`, 0, project);
      for (const project of ['c', 'd', 'e']) flood(project, 10);
      jest.advanceTimersByTime(60_000);
      expect(of('e')).toEqual([]);
    });
  });
});
