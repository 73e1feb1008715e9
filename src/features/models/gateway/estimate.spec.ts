import { expect, it } from '@jest/globals';
import { costOf, estimateTokens } from './estimate.js';

const PRICES = { input: 3, cached_input: 1, output: 10 };

it.each([
  ['no price', [100, 0, 10], null, null],
  ['input and output', [100, 0, 10], PRICES, 400],
  ['input that was cached in part', [100, 40, 10], PRICES, 320],
  ['no more of it than there was', [100, 400, 0], PRICES, 100],
  ['cached input without a price of its own', [100, 40, 0], { ...PRICES, cached_input: null }, 300],
  ['a part of a millionth', [1, 0, 0], { ...PRICES, input: 0.1 }, 1],
] as const)(
  'a request costs by %s',
  (_, [inputTokens, cachedTokens, outputTokens], prices, cost) => {
    expect(costOf({ inputTokens, cachedTokens, outputTokens }, prices)).toBe(cost);
  },
);

it('tokens are estimated by the bytes of all parts together, rather too high', () => {
  expect(estimateTokens('abc')).toBe(1);
  expect(estimateTokens('abcd')).toBe(2);
  expect(estimateTokens('é', 'é')).toBe(2);
  expect(estimateTokens('a', { b: 1 }, [{}])).toBe(4);
  expect(estimateTokens()).toBe(0);
});
