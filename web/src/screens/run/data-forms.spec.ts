import { expect, it } from '@jest/globals';
import { asArguments, asCase } from './data-forms.js';

it('params become shell arguments, quoted where needed and as JSON unless they are text', () => {
  const params = { month: '2026-11', who: "O'Neill & sons", n: 3, list: [1], digits: '7' };
  expect(asArguments({ task_type: 'report', params })).toBe(
    `metarun tasks create report --param month=2026-11 --param 'who=O'\\''Neill & sons' --param n=3 --param 'list=[1]' --param 'digits="7"'`,
  );
});

it.each([
  [{ status: 'success', result: { n: 1 }, error_code: null }, 'expect: {"result":{"n":1}}'],
  [
    { status: 'failed', result: null, error_code: 'timeout' },
    'expect: {"status":"failed","error":{"code":"timeout"}}',
  ],
] as const)('a run that is %j becomes a test case with its outcome', (run, expected) => {
  expect(asCase({ name: 'A: b', params: { a: 'x' }, ...run })).toBe(
    `name: "A: b"\nparams: {"a":"x"}\n${expected}\n`,
  );
});
