import { expect, it } from '@jest/globals';
import { computeCost, countTokens, estimateTokens } from './estimate.js';

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
    expect(computeCost({ inputTokens, cachedTokens, outputTokens }, prices)).toBe(cost);
  },
);

it('tokens are estimated by the bytes of all parts together, rather too high', () => {
  expect(estimateTokens('abc')).toBe(1);
  expect(estimateTokens('abcd')).toBe(2);
  expect(estimateTokens('é', 'é')).toBe(2);
  expect(estimateTokens('a', { b: 1 }, [{}])).toBe(4);
  expect(estimateTokens()).toBe(0);
});

it.each<[what: string, reported: number | null, counted: number]>([
  ['nothing', null, 100],
  ['0', 0, 100],
  ['a negative number', -5, 100],
  ['no number', NaN, 100],
  ['less than a fiftieth of the estimate', 1, 100],
  ['a fiftieth of the estimate', 2, 2],
  ['less than the estimate', 70, 70],
  ['more than the estimate', 900, 900],
  ['more than the model takes', 1e15, 1_000],
  ['infinity', Infinity, 1_000],
  ['a part of a token', 70.2, 71],
])(
  'a provider that reports %s for 100 tokens, which is %j, has used %i',
  (_, reported, counted) => {
    expect(countTokens(reported, 100, 1_000)).toBe(counted);
  },
);

it('nothing that is reported makes less than nothing count, nor less than what was sent', () => {
  expect(countTokens(-1, 0, 10)).toBe(0);
  expect(countTokens(1e9, 500, 10)).toBe(500);
});
