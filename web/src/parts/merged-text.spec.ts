import { expect, it } from '@jest/globals';
import { together } from './merged-text.js';

const BASE = 'a\nb\nc\nd\ne\n';

it('changes of different lines are merged in either order', () => {
  const mine = 'a\nB\nc\nd\ne\n';
  const theirs = 'a\nb\nc\nd\nE\nf\n';
  const both = { text: 'a\nB\nc\nd\nE\nf\n', conflicts: 0 };
  expect(together(BASE, mine, theirs)).toEqual(both);
  expect(together(BASE, theirs, mine)).toEqual(both);
});

it('a change made by one side, or equally by both, is no conflict', () => {
  const mine = 'a\nX\nc\nd\ne\n';
  expect(together(BASE, mine, mine)).toEqual({ text: mine, conflicts: 0 });
  expect(together(BASE, BASE, mine)).toEqual({ text: mine, conflicts: 0 });
  expect(together(BASE, mine, BASE)).toEqual({ text: mine, conflicts: 0 });
  expect(together(BASE, BASE, BASE)).toEqual({ text: BASE, conflicts: 0 });
});

it('different changes of the same lines both appear between conflict markers', () => {
  const { text, conflicts } = together(BASE, 'a\nmine\nc\nd\ne\n', 'a\ntheirs\nc\nd\n');
  expect(conflicts).toBe(1);
  expect(text).toBe('a\n<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs\nc\nd\n');
});
