import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ProgressWatch } from './progress-watch.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/**
 * Returns the reason for giving up a process within an hour, with this CPU time per second in ms from `before` on; null
 * if it is not given up.
 */
function reasonFor(
  perSecond: number | null,
  { before = 0, isStart = true, forSeconds = 3_600 } = {},
): string | null {
  let reason: string | null = null;
  const start = performance.now();
  const watch = new ProgressWatch({
    cpuMs: () => {
      const seconds = Math.min(forSeconds, (performance.now() - start) / 1000);
      // The kernel reports CPU time in steps of 10 ms.
      return perSecond === null ? null : Math.floor((before + seconds * perSecond) / 10) * 10;
    },
    isStart,
    maxCpuMs: 20_000,
    onStuck: (given) => (reason = given),
  });
  jest.advanceTimersByTime(3_600_000);
  watch.stop();
  return reason;
}

it('a process that uses more CPU time than its work needs is given up', () => {
  expect(reasonFor(500)).toBe('no answer after 41 s, in which it had 20500 ms of CPU time');
});

it('a process that gets 2 ms of a processor in a second is waited for', () => {
  expect(reasonFor(2)).toBeNull();
});

it('a process that uses no CPU time for a minute is given up', () => {
  const reason = reasonFor(100, { forSeconds: 30 });
  expect(reason).toBe('no answer after 90 s, in which it had 3000 ms of CPU time');
});

it('earlier use of a process is not counted', () => {
  const reason = reasonFor(1_000, { before: 500_000, isStart: false });
  expect(reason).toBe('no answer after 22 s, in which it had 21000 ms of CPU time');
});

it('a process that no one needs any more is given up after a shorter time without progress', () => {
  let reason: string | null = null;
  const start = performance.now();
  new ProgressWatch({
    cpuMs: () => 10,
    idleMs: () => (performance.now() - start < 20_000 ? undefined : 10_000),
    maxCpuMs: 20_000,
    onStuck: (given) => (reason = given),
  });
  jest.advanceTimersByTime(3_600_000);
  expect(reason).toBe('no answer after 20 s, in which it had 0 ms of CPU time');
});

it('a share of CPU time that is not progress does not keep a process, and reported progress does', () => {
  const end = (perSecond: number, advances = false): number => {
    const start = performance.now();
    let endedAt = Infinity;
    const watch = new ProgressWatch({
      cpuMs: () => ((performance.now() - start) / 1000) * perSecond,
      isStart: true,
      maxCpuMs: Infinity,
      idleMs: 300_000,
      leastShare: 0.04,
      onStuck: () => (endedAt = performance.now() - start),
    });
    const advancing = setInterval(() => advances && watch.advance(), 10_000);
    jest.advanceTimersByTime(3_600_000);
    clearInterval(advancing);
    watch.stop();
    return endedAt;
  };
  expect(end(39)).toBeLessThan(310_000);
  expect(end(41)).toBe(Infinity);
  expect(end(39, true)).toBe(Infinity);
});

it('the clock counts where the machine reports no CPU time', () => {
  expect(reasonFor(null)).toBe('no answer after 21 s');
});

it('a process is not given up for the time in which this one stood still', () => {
  let stoodStill = 0;
  let reason: string | null = null;
  const clock = performance.now.bind(performance);
  const now = jest.spyOn(performance, 'now').mockImplementation(() => clock() + stoodStill);
  new ProgressWatch({ cpuMs: () => 10, maxCpuMs: 20_000, onStuck: (given) => (reason = given) });
  jest.advanceTimersByTime(10_000);
  stoodStill = 600_000;
  jest.advanceTimersByTime(45_000);
  expect(reason).toBeNull();
  jest.advanceTimersByTime(30_000);
  expect(reason).not.toBeNull();
  now.mockRestore();
});
