import { expect, it } from '@jest/globals';
import { differencesOf, mergedDraft } from './three-way.js';

const BEFORE = { name: 'a', days: 1, list: ['x'] };

it('what only one side has changed is kept, and of a field that both have changed that of the form', () => {
  const theirs = { ...BEFORE, name: 'b', list: ['x', 'y'] };
  const mine = { ...BEFORE, name: 'c', days: 2 };
  expect(mergedDraft(BEFORE, theirs, mine)).toEqual({ name: 'c', days: 2, list: ['x', 'y'] });
});

it('the fields that the other change has changed are named, and those that both have', () => {
  const theirs = { name: 'b', days: 3, list: ['z'] };
  const mine = { name: 'c', days: 1, list: ['z'] };
  expect(differencesOf(BEFORE, theirs, mine)).toEqual([
    { name: 'name', before: 'a', theirs: 'b', mine: 'c', conflict: true },
    { name: 'days', before: 1, theirs: 3, mine: 1, conflict: false },
    { name: 'list', before: ['x'], theirs: ['z'], mine: ['z'], conflict: false },
  ]);
  expect(differencesOf(BEFORE, { ...BEFORE }, mine)).toEqual([]);
});
