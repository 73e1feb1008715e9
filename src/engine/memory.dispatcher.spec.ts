import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryDispatcher } from './memory.dispatcher.js';

/** Work that ends when the test says so. */
class Worker {
  readonly started: string[] = [];
  private readonly ends = new Map<string, () => void>();
  most = 0;

  readonly work = (taskId: string): Promise<void> => {
    this.started.push(taskId);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ends.set(taskId, resolve);
    this.most = Math.max(this.most, this.ends.size);
    return promise;
  };

  async end(taskId: string): Promise<void> {
    this.ends.get(taskId)?.();
    this.ends.delete(taskId);
    await new Promise((done) => setImmediate(done));
  }
}

describe('MemoryDispatcher', () => {
  let dispatcher: MemoryDispatcher;
  let worker: Worker;
  beforeEach(() => {
    dispatcher = new MemoryDispatcher();
    worker = new Worker();
  });

  const offer = (taskId: string, priority = 0): boolean => dispatcher.offer({ taskId, priority });

  it('keeps hints until it starts, then gives the highest priority first, else in order', () => {
    offer('a');
    offer('b');
    offer('low', -1);
    offer('high', 5);
    expect(worker.started).toEqual([]);
    dispatcher.start(10, worker.work);
    expect(worker.started).toEqual(['high', 'a', 'b', 'low']);
    expect(dispatcher.size).toBe(0);
  });

  it('never works on more than its slots, and goes on as they come free', async () => {
    dispatcher.start(2, worker.work);
    for (const id of ['a', 'b', 'c', 'd', 'e']) offer(id);
    expect(worker.started).toEqual(['a', 'b']);
    expect(dispatcher.size).toBe(3);
    await worker.end('b');
    expect(worker.started).toEqual(['a', 'b', 'c']);
    for (const id of ['a', 'c', 'd', 'e']) await worker.end(id);
    expect(worker.started).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(worker.most).toBe(2);
  });

  it('holds a task once however often it is offered, and takes it again after it has started', async () => {
    dispatcher.start(1, worker.work);
    offer('a');
    expect([offer('b'), offer('b'), offer('b')]).toEqual([true, true, true]);
    expect(dispatcher.size).toBe(1);
    await worker.end('a');
    offer('b');
    expect(dispatcher.size).toBe(1);
    await worker.end('b');
    expect(worker.started).toEqual(['a', 'b', 'b']);
  });

  it('refuses hints beyond its capacity, and takes more when there is room again', async () => {
    dispatcher.start(1, worker.work);
    offer('first');
    for (let index = 0; index < 10_000; index += 1) expect(offer(`t${index}`)).toBe(true);
    expect(offer('too many')).toBe(false);
    expect(dispatcher.size).toBe(10_000);
    await worker.end('first');
    expect(offer('fits')).toBe(true);
  });

  it('starts nothing after it has stopped', async () => {
    const started: string[] = [];
    dispatcher.start(1, async (taskId) => {
      started.push(taskId);
    });
    offer('a');
    offer('b');
    await new Promise((done) => setImmediate(done));
    expect(started).toEqual(['a', 'b']);
    dispatcher.stop();
    offer('c');
    await new Promise((done) => setImmediate(done));
    expect(started).toEqual(['a', 'b']);
  });
});
