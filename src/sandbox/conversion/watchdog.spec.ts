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

/** Returns the limit that ends a process with this share of a processor, and the seconds until then. */
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
  // If the usage of the process is unknown, only the elapsed time counts.
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
