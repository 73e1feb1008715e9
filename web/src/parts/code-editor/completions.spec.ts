import { expect, it } from '@jest/globals';
import { completionsAt, paramCompletions } from './completions.js';

const known = {
  members: {
    reporter: [{ label: 'log', detail: '(text)' }],
    'reporter.files': [{ label: 'read', detail: '(path)' }],
  },
  params: [{ label: 'month', detail: 'string' }],
};
const labels = (before: string): unknown => {
  const found = completionsAt(before, known);
  return found && [found.options.map(({ label }) => label), found.typed];
};

it('members are suggested after their owner, and params by name or key', () => {
  expect(labels('    reporter.')).toEqual([['log'], 0]);
  expect(labels('  await reporter.files.re')).toEqual([['read'], 2]);
  expect(labels('return params.mo')).toEqual([['month'], 2]);
  expect(labels('x = params["')).toEqual([['month'], 0]);
  expect(labels("x = params.get('mon")).toEqual([['month'], 3]);
  expect(labels('other.')).toBeNull();
  expect(labels('reporter')).toBeNull();
});

it('the params of the schema are suggested with their types', () => {
  const schema = { properties: { month: { type: 'string' }, at: { type: ['integer', 'null'] } } };
  expect(paramCompletions(schema)).toEqual([
    { label: 'month', detail: 'string' },
    { label: 'at', detail: 'integer | null' },
  ]);
  expect(paramCompletions(null)).toEqual([]);
});
