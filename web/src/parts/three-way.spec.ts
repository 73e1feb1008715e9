import { expect, it } from '@jest/globals';
import { listDifferences, mergedDraft } from './three-way.js';

const BEFORE = { name: 'a', days: 1, list: ['x'] };

it('a merged draft keeps the changes of both sides, and the form wins a conflict', () => {
  const theirs = { ...BEFORE, name: 'b', list: ['x', 'y'] };
  const mine = { ...BEFORE, name: 'c', days: 2 };
  expect(mergedDraft(BEFORE, theirs, mine)).toEqual({ name: 'c', days: 2, list: ['x', 'y'] });
});

it('the differences name the fields that the other side changed and those that both changed', () => {
  const theirs = { name: 'b', days: 3, list: ['z'] };
  const mine = { name: 'c', days: 1, list: ['z'] };
  expect(listDifferences(BEFORE, theirs, mine)).toEqual([
    { name: 'name', before: 'a', theirs: 'b', mine: 'c', conflict: true },
    { name: 'days', before: 1, theirs: 3, mine: 1, conflict: false },
    { name: 'list', before: ['x'], theirs: ['z'], mine: ['z'], conflict: false },
  ]);
  expect(listDifferences(BEFORE, { ...BEFORE }, mine)).toEqual([]);
});
