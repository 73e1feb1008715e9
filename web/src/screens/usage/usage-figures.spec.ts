import { expect, it } from '@jest/globals';
import { selectAmount, formatUsageCsv, everyDay, sumUsage } from './usage-figures.js';
import { usageSearch } from './usage-search.js';

const USED = {
  group: '2026-03-01',
  model_calls: 2,
  input_tokens: 100,
  cached_tokens: 10,
  output_tokens: 5,
  cost_usd: 0.25,
};

it('a report includes days without requests, even across the end of a month', () => {
  const report = { from: '2026-02-27', to: '2026-03-02', group_by: 'day' as const, groups: [USED] };
  const days = everyDay(report);
  expect(days.map(({ group }) => group)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(days.map((day) => selectAmount(day, 'tokens'))).toEqual([0, 0, 105, 0]);
  expect(sumUsage(days)).toEqual({ ...USED, group: null });
  expect(sumUsage([])).toMatchObject({ cost_usd: null, model_calls: 0 });
});

it('an exported table quotes special characters and neutralises formulas', () => {
  const groups = [
    { ...USED, group: 'a,"b"' },
    { ...USED, group: '=1+1', cost_usd: null },
  ];
  expect(formatUsageCsv('model', groups)).toBe(
    'model,model_calls,input_tokens,cached_tokens,output_tokens,cost_usd\r\n' +
      '"a,""b""",2,100,10,5,0.25\r\n' +
      `"'=1+1",2,100,10,5,\r\n`,
  );
});

it('an invalid day is dropped from the address and reported', () => {
  expect(usageSearch({ from: '2026-02-30', to: '2026-02-28', by: 'model' })).toEqual({
    to: '2026-02-28',
    by: 'model',
    unknown: 'from',
  });
});
