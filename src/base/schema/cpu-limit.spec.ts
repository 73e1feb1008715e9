import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { limitCpuTime } from './cpu-limit.js';

const LIMIT_MS = 1_000;

/** A thread whose CPU time is set by the test. */
class Thread {
  looks = 0;

  constructor(private readonly usedMs: () => number) {}

  async cpuUsage(): Promise<NodeJS.CpuUsage> {
    this.looks += 1;
    // A third of it is kernel time.
    const micros = this.usedMs() * 1000;
    return { user: (micros * 2) / 3, system: micros / 3 };
  }
}

describe('limitCpuTime', () => {
  let exceeded: number[];
  let started: number;
  let unwatch: () => void;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick'] });
    exceeded = [];
    started = performance.now();
  });
  afterEach(() => {
    unwatch();
    jest.useRealTimers();
  });
  const elapsed = (): number => performance.now() - started;
  const watch = (thread: Pick<Thread, 'cpuUsage'>): void => {
    unwatch = limitCpuTime(thread, LIMIT_MS, () => exceeded.push(Math.round(elapsed())));
  };

  it('the CPU limit ends a thread that is always busy once, as soon as its time is used up', async () => {
    const thread = new Thread(elapsed);
    watch(thread);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(exceeded).toEqual([50 + LIMIT_MS + 10]);
    expect(thread.looks).toBe(3);
  });

  it('the CPU limit never ends a thread that gets no processor', async () => {
    watch(new Thread(() => Math.min(elapsed() / 50, LIMIT_MS)));
    await jest.advanceTimersByTimeAsync(600_000);
    expect(exceeded).toEqual([]);
  });

  it('the CPU limit ends a thread with a tenth of a processor after ten times as long', async () => {
    watch(new Thread(() => elapsed() / 10));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(exceeded).toEqual([]);
    await jest.advanceTimersByTimeAsync(100);
    expect(exceeded).toHaveLength(1);
  });

  it('the CPU limit ignores time that the thread has used before', async () => {
    watch(new Thread(() => 3_600_000 + Math.min(elapsed(), 500)));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(exceeded).toEqual([]);
  });

  it('the CPU limit asks nothing of a thread whose job ends before the first look', async () => {
    const thread = new Thread(elapsed);
    watch(thread);
    await jest.advanceTimersByTimeAsync(49);
    unwatch();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(thread.looks).toBe(0);
  });

  it('an answer that arrives after the watch does not end the next job', async () => {
    const answers: ((usage: NodeJS.CpuUsage) => void)[] = [];
    watch({ cpuUsage: () => new Promise((resolve) => answers.push(resolve)) });
    await jest.advanceTimersByTimeAsync(50);
    answers[0]?.({ user: 0, system: 0 });
    await jest.advanceTimersByTimeAsync(LIMIT_MS);
    unwatch();
    answers[1]?.({ user: 5_000_000, system: 0 });
    await jest.advanceTimersByTimeAsync(60_000);
    expect([answers.length, exceeded]).toEqual([2, []]);
  });

  it('the CPU limit leaves alone a thread that does not report its usage', async () => {
    watch({ cpuUsage: () => Promise.reject(new Error('the thread has ended')) });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(exceeded).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
