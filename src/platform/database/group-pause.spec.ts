import { expect, it } from '@jest/globals';
import { GroupPause } from './group-pause.js';

it('after several items the pause is as long as the group took, from 4 to 10 ms, and after one there is none', () => {
  const pause = new GroupPause();
  expect([2, 3.9].map((tookMs) => pause.after(tookMs, 3))).toEqual([4, 4]);
  expect(pause.after(3.9, 1)).toBe(0);
  const far = new GroupPause();
  expect([60, 110, 9].map((tookMs) => far.after(tookMs, 2))).toEqual([10, 10, 9]);
});

it('after a group that took more than twice its usual time the pause is twice as long, also after one item', () => {
  const pause = new GroupPause();
  expect(pause.after(2, 1)).toBe(0);
  expect(pause.after(6, 1)).toBe(12);
  expect(pause.after(7, 50)).toBe(14);
  expect(pause.after(300, 1)).toBe(20);
  expect(pause.after(2, 1)).toBe(0);
});

it('a database that always takes long, as one that is far away, makes no pause after one item', () => {
  const pause = new GroupPause();
  pause.after(1, 1);
  const pauses = Array.from({ length: 600 }, () => pause.after(60, 1));
  expect(pauses[0]).toBe(20);
  expect(pauses.at(-1)).toBe(0);
});
