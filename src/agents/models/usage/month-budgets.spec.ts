import { describe, expect, it } from '@jest/globals';
import { type BudgetRow, keepTo } from './month-budgets.service.js';

const NOTHING = { tokens: 0, costMicroUsd: 0 };

/** Returns whether a request is refused in a project with this budget and usage. */
function refuses(row: Partial<BudgetRow>, request: Parameters<typeof keepTo>[1]): boolean {
  const none = { usd_month: null, tokens_month: null, tokens: null, cost_micro_usd: null };
  try {
    keepTo({ ...none, ...row }, request);
    return false;
  } catch {
    return true;
  }
}

describe('the budget of a month', () => {
  it('a project may use all of its tokens and none beyond', () => {
    const row = { tokens_month: 100 };
    expect(refuses({ ...row, tokens: 99 }, NOTHING)).toBe(false);
    expect(refuses({ ...row, tokens: 100 }, NOTHING)).toBe(true);
    expect(refuses({ ...row, tokens: 100 }, { ...NOTHING, tokens: 10 })).toBe(false);
    expect(refuses({ ...row, tokens: 101 }, { ...NOTHING, tokens: 10 })).toBe(true);
    expect(refuses({ tokens_month: 0, tokens: 0 }, NOTHING)).toBe(true);
  });

  it('a project may spend all of its money and none beyond', () => {
    const row = { usd_month: 1.5 };
    expect(refuses({ ...row, cost_micro_usd: 1_499_999 }, NOTHING)).toBe(false);
    expect(refuses({ ...row, cost_micro_usd: 1_500_000 }, NOTHING)).toBe(true);
    const request = { tokens: 0, costMicroUsd: 500_000 };
    expect(refuses({ ...row, cost_micro_usd: 1_500_000 }, request)).toBe(false);
    expect(refuses({ ...row, cost_micro_usd: 1_500_001 }, request)).toBe(true);
  });

  it('a model without prices is refused by a budget in money alone', () => {
    const request = { tokens: 1, costMicroUsd: null };
    expect(refuses({ usd_month: 1 }, request)).toBe(true);
    expect(refuses({ tokens_month: 10, tokens: 1 }, request)).toBe(false);
    expect(refuses({ tokens: 1_000_000 }, request)).toBe(false);
  });
});
