import { expect, it } from '@jest/globals';
import { changeBefore, localTime } from './tick-times.js';

it('a local time is written with its weekday and its offset from UTC', () => {
  expect(localTime('2026-03-29T03:00:00+02:00')).toBe('Sun 2026-03-29 03:00 +02:00');
  expect(localTime('2026-01-01T23:59:30Z')).toBe('Thu 2026-01-01 23:59:30 Z');
});

it('a tick after the clocks have changed is marked', () => {
  const ticks = [
    { local: '2026-03-28T02:30:00+01:00' },
    { local: '2026-03-29T03:00:00+02:00' },
    { local: '2026-03-30T02:30:00+02:00' },
  ];
  expect(ticks.map((_, index) => changeBefore(ticks, index))).toEqual([null, 'forward', null]);
  const autumn = [{ local: '2026-10-25T02:30:00-04:00' }, { local: '2026-10-26T02:30:00-05:00' }];
  expect(changeBefore(autumn, 1)).toBe('back');
});
