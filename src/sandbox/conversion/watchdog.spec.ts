import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { LIMITS } from './limits.js';
import { type Excess, Watchdog } from './watchdog.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Returns what a process is ended for that gets so much of a processor, and after how many seconds. */
function watch(share: number | null): [Excess | null, number] {
  const start = performance.now();
  const read = () => ({
    cpuMs: Math.floor(((performance.now() - start) * (share ?? 0)) / 10) * 10,
    residentBytes: 1,
    peakResidentBytes: 1,
  });
  const onExcess = jest.fn();
  const watchdog = new Watchdog(share === null ? null : { read }, LIMITS, onExcess);
  while (onExcess.mock.calls.length === 0) jest.advanceTimersByTime(20);
  return [watchdog.excess, Math.round((performance.now() - start) / 1000)];
}

it.each([
  [1, 'cpu', 30],
  [0.5, 'cpu', 60],
  [0.05, 'cpu', 600],
  [0, 'time', 30],
  // Where no machine says what a process uses, the clock alone counts.
  [null, 'time', 30],
] as const)(
  'the watchdog ends a process that gets %p of a processor by the limit %s after %p s',
  (share, ...expected) => {
    expect(watch(share)).toEqual(expected);
  },
);

it('time in which the server itself stood still is not counted', () => {
  const onExcess = jest.fn();
  new Watchdog(null, LIMITS, onExcess);
  jest.advanceTimersByTime(20_000);
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  jest.advanceTimersByTime(8_000);
  expect(onExcess).not.toHaveBeenCalled();
  jest.advanceTimersByTime(4_000);
  expect(onExcess).toHaveBeenCalledTimes(1);
});
