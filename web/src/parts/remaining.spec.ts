import { expect, it } from '@jest/globals';
import { remaining } from './remaining.js';

const HOUR_MS = 3_600_000;

it.each([
  [-1, '0 ms'],
  [90_000, '1 min 30 s'],
  [23.5 * HOUR_MS, '23 h 30 min'],
  [24 * HOUR_MS, '1 d 0 h'],
  [71 * HOUR_MS, '2 d 23 h'],
])('a time that is left has two units: %d ms is %s', (ms, text) => {
  expect(remaining(ms)).toBe(text);
});
