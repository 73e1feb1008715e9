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

it('members follow what has them, and params their name or a key', () => {
  expect(labels('    reporter.')).toEqual([['log'], 0]);
  expect(labels('  await reporter.files.re')).toEqual([['read'], 2]);
  expect(labels('return params.mo')).toEqual([['month'], 2]);
  expect(labels('x = params["')).toEqual([['month'], 0]);
  expect(labels("x = params.get('mon")).toEqual([['month'], 3]);
  expect(labels('other.')).toBeNull();
  expect(labels('reporter')).toBeNull();
});

it('params are those of the schema, with their types', () => {
  const schema = { properties: { month: { type: 'string' }, at: { type: ['integer', 'null'] } } };
  expect(paramCompletions(schema)).toEqual([
    { label: 'month', detail: 'string' },
    { label: 'at', detail: 'integer | null' },
  ]);
  expect(paramCompletions(null)).toEqual([]);
});
