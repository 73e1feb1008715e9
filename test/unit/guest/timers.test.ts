import { beforeEach, expect, it } from '@jest/globals';
import type { Supervisor } from '../../../runtimes/typescript/guest/link.js';
import { Timers } from '../../../runtimes/typescript/guest/timers.js';

/** A timer, which converts to its id. */
type Timer = { valueOf(): number };
type Set = (callback: unknown, ms?: unknown, ...args: unknown[]) => Timer;

/** The timers of the supervisor: id -> ms. */
let pending: Map<number, number>;
let timers: Timers;
let globals: Record<'setTimeout' | 'setInterval', Set> & { clearTimeout(timer?: Timer): void };
let thrown: unknown[];

beforeEach(() => {
  pending = new Map();
  thrown = [];
  const supervisor = {
    setTimer: (id: number, ms: number) => pending.set(id, ms),
    clearTimer: (id: number) => pending.delete(id),
  };
  timers = new Timers(supervisor as Partial<Supervisor> as Supervisor, (error) =>
    thrown.push(error),
  );
  const target: Record<string, unknown> = {};
  timers.install(target);
  globals = target as typeof globals;
});

/** Simulates the callback of the supervisor. */
function fire(timer: Timer): void {
  pending.delete(+timer);
  timers.fire(+timer);
}

it('a script may set any number of timeouts one after the other, and 10,000 at once', () => {
  for (let count = 0; count < 10_001; count += 1) fire(globals.setTimeout(() => undefined));
  const last = Array.from({ length: 10_000 }, () => globals.setTimeout(() => undefined)).at(-1);
  expect(() => globals.setTimeout(() => undefined)).toThrow('at most 10000 timers at once');
  globals.clearTimeout(last);
  expect(() => globals.setTimeout(() => undefined)).not.toThrow();
});

it('a timeout is called once with its arguments, and an interval until it is cleared', () => {
  const calls: unknown[] = [];
  const once = globals.setTimeout((...args: unknown[]) => calls.push(args), 5, 'a', 1);
  const every = globals.setInterval(() => calls.push('every'), 7);
  fire(once);
  timers.fire(+once);
  fire(every);
  expect(pending).toEqual(new Map([[+every, 7]]));
  fire(every);
  globals.clearTimeout(every);
  expect([calls, pending.size]).toEqual([[['a', 1], 'every', 'every'], 0]);
});

it('a cancel ends the timers that there are early, and no later one', () => {
  const calls: string[] = [];
  globals.setTimeout(() => calls.push('waits'), 60_000);
  const end = timers.takeWaits();
  globals.setTimeout(() => calls.push('later'), 1);
  end();
  expect([calls, [...pending.values()]]).toEqual([['waits'], [1]]);
});

it('an error of a callback is reported, and an invalid time becomes the nearest valid one', () => {
  const error = new Error('late');
  fire(
    globals.setTimeout(() => {
      throw error;
    }, -1),
  );
  globals.setTimeout(() => undefined, 'soon');
  globals.setTimeout(() => undefined, 1e12);
  expect([thrown, [...pending.values()]]).toEqual([[error], [0, 2 ** 31 - 1]]);
});
