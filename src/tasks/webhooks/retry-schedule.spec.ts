import { describe, expect, it } from '@jest/globals';
import { pauseAfter, retryAfterMs } from './retry-schedule.js';

const DAY = 86_400_000;

describe('the pauses between attempts', () => {
  it('the pauses between delivery attempts grow and add up to about a day', () => {
    const pauses = Array.from({ length: 10 }, (_, index) => pauseAfter(index + 1, null, 0.5) ?? 0);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(0.9 * DAY);
    expect(total).toBeLessThan(1.1 * DAY);
    expect(pauseAfter(11, null, 0.5)).toBeNull();
  });

  it('the pauses vary by a fifth in either direction', () => {
    expect([pauseAfter(1, null, 0), pauseAfter(1, null, 1)]).toEqual([4_000, 6_000]);
  });

  it('a receiver can ask for a longer pause, up to a day', () => {
    expect(pauseAfter(1, 60_000, 0.5)).toBe(60_000);
    expect(pauseAfter(1, 1, 0.5)).toBe(5_000);
    expect(pauseAfter(1, 30 * DAY, 0.5)).toBe(DAY);
  });
});

it.each([
  [undefined, null],
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', null],
])('the header Retry-After: %s gives the expected pause', (header, expected) => {
  expect(retryAfterMs(header, 1_000)).toBe(expected);
});
