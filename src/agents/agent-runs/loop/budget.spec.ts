import { describe, expect, it } from '@jest/globals';
import { Budget } from './budget.js';
import { Repeats } from './repeats.js';

const PRICES = { input: 1, cachedInput: null, output: 10 };

describe('the budget of a run', () => {
  const spent = (
    tokens: number,
    costMicroUsd: number | null = null,
    maxCostUsd: number | null = null,
  ) => {
    const budget = new Budget({ maxTokens: 1_000, maxCostUsd }, PRICES);
    budget.spend({
      inputTokens: tokens - 1,
      outputTokens: 1,
      cachedTokens: 0,
      reasoningTokens: 0,
      costMicroUsd,
    });
    return budget;
  };

  it.each([
    ['all that it wants', spent(100), 100, 50, 50],
    ['what is left of the tokens', spent(100), 100, 5_000, 800],
    ['the least that is worth it', spent(900), 84, 500, 16],
    ['less where it wants less', spent(900), 96, 4, 4],
    // 1 USD is a million units; 900,000 are spent, and the input costs 99,000.
    ['what is left of the money', spent(100, 999_000, 1), 100, 800, 90],
  ])('an answer may have %s', (_, budget, input, wanted, tokens) => {
    expect(budget.answerTokens(input, wanted)).toBe(tokens);
  });

  it.each([
    ['tokens', spent(900), 85, 'max_tokens is 1000'],
    ['money for the input', spent(100, 999_950, 1), 60, 'max_cost_usd is 1'],
    ['money for the least answer', spent(100, 999_750, 1), 100, 'max_cost_usd is 1'],
  ])('an answer is refused without %s', (_, budget, input, why) => {
    expect(budget.answerTokens(input, 100)).toContain(why);
  });

  it('a budget takes what was counted elsewhere where it is more', () => {
    const budget = spent(100, 1_000, 1);
    budget.atLeast(50, 500);
    expect(budget.answerTokens(100, 5_000)).toBe(800);
    budget.atLeast(600, 0);
    expect(budget.answerTokens(100, 5_000)).toBe(300);
    budget.atLeast(0, 998_900);
    expect(budget.answerTokens(100, 5_000)).toBe(100);
  });

  it('a model whose answers cost nothing is limited by its input alone', () => {
    const budget = new Budget({ maxTokens: 1_000, maxCostUsd: 0.0001 }, { ...PRICES, output: 0 });
    expect(budget.answerTokens(100, 200)).toBe(200);
    expect(budget.answerTokens(101, 200)).toContain('max_cost_usd');
    expect(new Budget({ maxTokens: 1_000, maxCostUsd: 0 }, null).answerTokens(1, 9)).toBe(9);
  });
});

it('a call that is repeated is warned of from the third time on, and ends the task with the tenth', () => {
  const repeats = new Repeats();
  const met = Array.from({ length: 10 }, (_, n) =>
    repeats.meet('get', n % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 }),
  );
  expect(met).toEqual(['ok', 'ok', ...Array<string>(7).fill('warn'), 'end']);
  expect(repeats.times).toBe(10);
  expect(repeats.meet('get', { a: 2, b: 2 })).toBe('ok');
  for (let n = 0; n < 2; n += 1) repeats.meet('put', 1);
  repeats.forget();
  expect([repeats.meet('put', 1), repeats.times]).toEqual(['ok', 1]);
});
