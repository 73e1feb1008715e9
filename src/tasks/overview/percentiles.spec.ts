import { expect, it } from '@jest/globals';
import { computePercentiles } from './percentiles.js';

it('the percentiles are values of the list, chosen by the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect(computePercentiles(hundred)).toEqual({ p50: 50, p95: 95 });
  expect(computePercentiles([7])).toEqual({ p50: 7, p95: 7 });
  expect(computePercentiles([3, 1])).toEqual({ p50: 1, p95: 3 });
  expect(computePercentiles([])).toEqual({ p50: null, p95: null });
});
