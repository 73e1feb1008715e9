import { describe, expect, it } from '@jest/globals';
import { collectMismatches } from './expectations.js';
import { formatJunit } from './junit.js';
import type { Expectations, Observed } from './test-case.js';
import { plainResult } from './test-result.js';

const SUCCESS: Observed = {
  status: 'success',
  result: { a: 1, b: 2 },
  error: null,
  phases: ['One', 'Two'],
  progress: 100,
  logs: [{ level: 'info', text: 'hello Ada' }],
  steps: [{ name: 'load', kind: 'step', status: 'success', attempts: 2, result: 7 }],
  calls: [{ name: 'files.read', input: { path: '/a' }, status: 'success', answer: 'text of a' }],
  children: [{ task: 'child', params: { n: 1 }, status: 'failed', result: null }],
  memories: [
    {
      text: 'Invoices are in German',
      kind: 'preference',
      scope: 'task_type',
      status: 'active',
      trust: 'high',
      origin: 'script',
    },
  ],
  listFiles: () => Promise.resolve([]),
  readFile: () => Promise.resolve(null),
};
const FAILED: Observed = {
  ...SUCCESS,
  status: 'failed',
  result: null,
  error: { code: 'script_error', message: 'ValueError: no', stack: null },
};

function pointers(expected: Expectations, observed: Observed): string[] {
  return collectMismatches(expected, observed).map(({ pointer }) => pointer);
}

describe('what a case expects', () => {
  it.each<[Expectations, Observed]>([
    [{}, SUCCESS],
    [
      {
        result: { b: 2, a: 1 },
        result_includes: { a: 1 },
        result_schema: { required: ['a'] },
        phases: ['One', 'Two'],
        progress: 100,
        logs: ['Ada', { level: 'info', equals: 'hello Ada' }],
        steps: ['load'],
        children: [{ task: 'child', params_includes: {}, status: 'failed' }],
        memories: [{ text: 'German', origin: 'script' }],
      },
      SUCCESS,
    ],
    [{ error: 'no' }, FAILED],
    [{ error: { code: 'script_error', message: { matches: 'no$' } } }, FAILED],
    [
      { error: 'invalid_params' },
      { ...FAILED, status: 'refused', error: { code: 'invalid_params', message: '', stack: null } },
    ],
  ])('the expectation %j is met', (expected, observed) => {
    expect(collectMismatches(expected, observed)).toEqual([]);
  });

  it.each<[Expectations, Observed, string[]]>([
    [{}, FAILED, ['/expect']],
    [{ error: 'no' }, SUCCESS, ['/expect']],
    [{ memories: [] }, SUCCESS, ['/expect/memories']],
    [{ memories: ['French'] }, SUCCESS, ['/expect/memories/0']],
    [
      { memories: [{ text: { equals: 'German' }, status: 'pending' }] },
      SUCCESS,
      ['/expect/memories/0/text', '/expect/memories/0/status'],
    ],
    [{ result: 5 }, FAILED, ['/expect']],
    [{ error: 'yes' }, FAILED, ['/expect/error']],
    [
      { error: { code: 'timeout', message: 'yes' } },
      FAILED,
      ['/expect/error/code', '/expect/error/message'],
    ],
    [{ result: { a: 1 } }, SUCCESS, ['/expect/result']],
    [{ result_includes: { c: 1 } }, SUCCESS, ['/expect/result_includes']],
    [{ result_schema: { required: ['c'] } }, SUCCESS, ['/expect/result_schema']],
    [{ phases: ['Two', 'One'], progress: 99 }, SUCCESS, ['/expect/phases', '/expect/progress']],
    [{ logs: ['Ada', 'Grace'] }, SUCCESS, ['/expect/logs/1']],
    [{ logs: [{ level: 'error', contains: 'Ada' }] }, SUCCESS, ['/expect/logs/0']],
    [{ steps: [] }, SUCCESS, ['/expect/steps']],
    [
      { steps: [{ attempts: 1, result: 8 }] },
      SUCCESS,
      ['/expect/steps/0/attempts', '/expect/steps/0/result'],
    ],
    [{ children: [{ params: {} }] }, SUCCESS, ['/expect/children/0/params']],
  ])('the expectation %j is not met and is reported at its place', (expected, observed, at) => {
    expect(pointers(expected, observed)).toEqual(at);
  });
});

it('the JUnit report lists failures and contains no characters that XML forbids', () => {
  const plain = { metaTask: 'a', file: 'a/cases/b.yaml', durationMs: 12 };
  const xml = formatJunit([
    plainResult({ ...plain, name: 'one <&>', status: 'passed' }),
    {
      ...plainResult({ ...plain, name: 'two', status: 'failed' }),
      failures: [{ message: 'no \u0007"', place: { file: 'a/cases/b.yaml', line: 3 } }],
    },
    { ...plainResult({ ...plain, name: 'three', status: 'skipped' }), reason: 'later' },
  ]);
  expect(xml).toContain('tests="3" failures="1" errors="0" skipped="1"');
  expect(xml).toContain('name="one &lt;&amp;&gt;"');
  expect(xml).toContain('>a/cases/b.yaml:3: no \ufffd&quot;</failure>');
  expect(xml).toContain('<skipped message="later"/>');
});
