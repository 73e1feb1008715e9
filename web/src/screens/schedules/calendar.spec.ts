import { expect, it } from '@jest/globals';
import {
  clockChanges,
  selectPiles,
  buildCalendarRows,
  buildSlots,
  computeCalendarSpan,
} from './calendar.js';

const tick = (id: string, at: number) => ({ id, name: id.toUpperCase(), at });
const TICKS = [tick('a', 0), tick('b', 1), tick('a', 10), tick('a', 11), tick('c', 25)];

it('each schedule has a row with its ticks, ordered by the first tick', () => {
  expect(buildCalendarRows(TICKS, ['b'])).toEqual([
    { id: 'a', name: 'A', at: [0, 10, 11], goesOn: false },
    { id: 'b', name: 'B', at: [1], goesOn: true },
    { id: 'c', name: 'C', at: [25], goesOn: false },
  ]);
});

it('a pile marks a slot where several schedules tick, not one that ticks often', () => {
  const slots = buildSlots(TICKS, { from: 0, until: 30, size: 10 });
  expect(slots.map(({ ticks }) => ticks.length)).toEqual([2, 2, 1]);
  expect(selectPiles(slots).map(({ from }) => from)).toEqual([0]);
});

it('a tick in the last minute of the time shown has a slot, wherever the time begins', () => {
  for (const now of [20, 23, 29]) {
    const span = computeCalendarSpan(now, { ms: 100, size: 10 });
    const slots = buildSlots([tick('a', now + 100)], span);
    expect(slots.flatMap(({ ticks }) => ticks)).toHaveLength(1);
  }
});

it('a clock change is found exactly, wherever the time begins', () => {
  const HOUR = 3_600_000;
  const summer = (at: number): number => (at < 5 * HOUR ? -60 : -120);
  for (const from of [0, HOUR / 4, HOUR / 2])
    expect(clockChanges(from, from + 24 * HOUR, summer)).toEqual([5 * HOUR]);
  expect(clockChanges(0, 24 * HOUR, () => -60)).toEqual([]);
});
