import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { untilFirst } from './until-first.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

it.each([
  ['none', [], false],
  ['none that comes', [null, null], false],
  ['the first of several', ['2026-01-01T00:01:00Z', null, NOW + 5_000], 6_000],
  ['one that is due now', [NOW], 2_000],
  ['one that is due since a moment', [NOW - 100], 2_000],
  ['one that is long overdue', [NOW - 50_000], 50_000],
  ['one that is long overdue and one that comes', [NOW - 50_000, NOW + 5_000], 6_000],
  ['one that is far away', [NOW + 10 * 86_400_000], 86_400_000],
])('the pause before the next read fits a list with %s', (_what, times, ms) => {
  expect(untilFirst(times, { least: 2_000 })).toBe(ms);
});

it('a list is read again after the longest pause at the latest', () => {
  expect(untilFirst([NOW + 60_000], { least: 2_000, most: 30_000 })).toBe(30_000);
  expect(untilFirst([NOW - 60_000], { least: 2_000, most: 30_000 })).toBe(30_000);
});
