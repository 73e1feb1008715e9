import { expect, it } from '@jest/globals';
import { MAX_UPCOMING, type Ticking, upcomingTicks } from './upcoming.js';

const MINUTE_MS = 60_000;

function every(id: string, minutes: number, nextAt: number): Ticking {
  const timing = { kind: 'every', everyMs: minutes * MINUTE_MS, anchor: 0 } as const;
  return { id, name: id, metaTaskIdentifier: 'm', timing, nextAt };
}

it('the ticks of several schedules are listed in order, up to the end and no further', () => {
  const once: Ticking = {
    ...every('once', 1, 3 * MINUTE_MS),
    timing: { kind: 'once', at: 3 * MINUTE_MS },
  };
  const { ticks, until } = upcomingTicks(
    [every('a', 2, 2 * MINUTE_MS), every('b', 5, 5 * MINUTE_MS), once],
    6 * MINUTE_MS,
  );
  expect(ticks.map(({ schedule, at }) => [schedule.id, at / MINUTE_MS])).toEqual([
    ['a', 2],
    ['once', 3],
    ['a', 4],
    ['b', 5],
    ['a', 6],
  ]);
  expect(until).toBe(6 * MINUTE_MS);
});

it('each schedule lists a limited number of ticks, and those cut short are named', () => {
  const schedules = [every('often', 1, MINUTE_MS), every('seldom', 30, 30 * MINUTE_MS)];
  const { ticks, until, goesOn } = upcomingTicks(schedules, 60 * MINUTE_MS, 2);
  expect(ticks.map(({ schedule, at }) => [schedule.id, at / MINUTE_MS])).toEqual([
    ['often', 1],
    ['often', 2],
    ['seldom', 30],
    ['seldom', 60],
  ]);
  expect([until / MINUTE_MS, goesOn]).toEqual([60, ['often']]);
});

it('a list with too many ticks reports the time up to which it is complete', () => {
  const { ticks, until } = upcomingTicks([every('a', 1, MINUTE_MS)], 1_000 * MINUTE_MS);
  expect(ticks).toHaveLength(MAX_UPCOMING);
  expect(until).toBe((MAX_UPCOMING + 1) * MINUTE_MS - 1);
});
