import { expect, it } from '@jest/globals';
import { GroupPause } from './group-pause.js';

it('the pause after several items lasts as long as the group, from 4 to 10 ms, and one item gets none', () => {
  const pause = new GroupPause();
  expect([2, 3.9].map((tookMs) => pause.after(tookMs, 3))).toEqual([4, 4]);
  expect(pause.after(3.9, 1)).toBe(0);
  const far = new GroupPause();
  expect([60, 110, 9].map((tookMs) => far.after(tookMs, 2))).toEqual([10, 10, 9]);
});

it('the pause after an unusually slow group is twice as long as the group took, up to 20 ms', () => {
  const pause = new GroupPause();
  expect(pause.after(2, 1)).toBe(0);
  expect(pause.after(6, 1)).toBe(12);
  expect(pause.after(7, 50)).toBe(14);
  expect(pause.after(300, 1)).toBe(20);
  expect(pause.after(2, 1)).toBe(0);
});

it('a database that is always slow gets no pause after a single item', () => {
  const pause = new GroupPause();
  pause.after(1, 1);
  const pauses = Array.from({ length: 600 }, () => pause.after(60, 1));
  expect(pauses[0]).toBe(20);
  expect(pauses.at(-1)).toBe(0);
});
