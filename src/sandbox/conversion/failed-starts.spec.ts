import { expect, it } from '@jest/globals';
import { FailedStarts } from './failed-starts.js';

it('a start that fails doubles what the next one may take, up to eight times', () => {
  const starts = new FailedStarts();
  const allowances = Array.from({ length: 6 }, () => {
    const { allowance } = starts;
    starts.failed('it ended');
    return allowance;
  });
  expect(allowances).toEqual([1, 2, 4, 8, 8, 8]);
});

it('the pauses between starts last ten minutes at most, and documents are given up after the fifth', () => {
  const starts = new FailedStarts();
  let now = 0;
  const pauses: number[] = [];
  const givenUp: boolean[] = [];
  for (let n = 0; n < 11; n += 1) {
    expect(starts.isPaused(now)).toBe(false);
    starts.failed('it ended');
    starts.pause(now);
    const began = now;
    while (starts.isPaused(now)) now += 1_000;
    pauses.push((now - began) / 1000);
    givenUp.push(starts.isGivenUp);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600]);
  expect(givenUp.indexOf(true)).toBe(4);
});

it('a start that works ends the problem, the pause and the longer allowance', () => {
  const starts = new FailedStarts();
  starts.failed('it ended');
  starts.pause();
  expect([starts.problem, starts.isPaused(), starts.isFirst]).toEqual(['it ended', true, false]);
  starts.worked();
  expect([starts.problem, starts.isPaused(), starts.isFirst, starts.allowance]).toEqual([
    null,
    false,
    true,
    1,
  ]);
});
