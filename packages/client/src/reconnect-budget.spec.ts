import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ApiError, ConnectionError } from './errors.js';
import { ReconnectBudget } from './reconnect-budget.js';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  jest.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const GONE = new ConnectionError('http://x', 'ECONNREFUSED', 'refused');

/** Returns how long the budget waits (ms), or the error that it throws. */
async function waited(budget: ReconnectBudget, error: Error = GONE): Promise<unknown> {
  const began = Date.now();
  const wait = budget.await(error).then(
    () => Date.now() - began,
    (thrown: unknown) => thrown,
  );
  await jest.runAllTimersAsync();
  return wait;
}

const busy = (seconds: number | null, status = 503): ApiError =>
  new ApiError({ status, code: 'x', detail: 'd', retryAfterSeconds: seconds });

it('each pause is longer, up to ten seconds, and the first one again short once the server has answered', async () => {
  const budget = new ReconnectBudget(1000, undefined);
  const pauses = [];
  for (let count = 0; count < 8; count += 1) pauses.push(await waited(budget));
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  budget.renew();
  expect(await waited(budget)).toBe(200);
});

it('a server that is gone for longer than the patience is an error', async () => {
  const budget = new ReconnectBudget(10, undefined);
  expect(await waited(budget)).toBe(200);
  jest.setSystemTime(10_000);
  expect(await waited(budget)).toBe(400);
  expect(await waited(budget)).toBe(GONE);
});

it('the time of an earlier break does not count once the server has answered', async () => {
  const budget = new ReconnectBudget(10, undefined);
  await waited(budget);
  budget.renew();
  jest.setSystemTime(60_000);
  expect(await waited(budget)).toBe(200);
});

it('the server says how long to wait, but not beyond the end', async () => {
  expect(await waited(new ReconnectBudget(100, undefined), busy(7))).toBe(7000);
  expect(await waited(new ReconnectBudget(100, undefined), busy(null, 429))).toBe(200);
  const until = Date.now() + 3000;
  expect(await waited(new ReconnectBudget(100, undefined, until), busy(7))).toBe(3000);
  expect(await waited(new ReconnectBudget(100, undefined, 0))).toBe(0);
});

it.each([
  ['404', busy(null, 404)],
  ['500', busy(1, 500)],
  ['no answer', new Error('other')],
])('an error that does not pass by itself is thrown at once: %s', async (_, error) => {
  expect(await waited(new ReconnectBudget(100, undefined), error)).toBe(error);
});

it('a signal ends a pause', async () => {
  const stop = new AbortController();
  const budget = new ReconnectBudget(100, stop.signal);
  const wait = budget.await(busy(50));
  stop.abort(new Error('enough'));
  await expect(wait).rejects.toThrow('enough');
  expect(jest.getTimerCount()).toBe(0);
});
