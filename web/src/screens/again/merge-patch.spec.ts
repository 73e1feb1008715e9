import { expect, it } from '@jest/globals';
import { mergePatch } from './merge-patch.js';

it.each([
  [{ a: 1 }, { a: 1 }, {}],
  [{ a: 1, b: 2 }, { a: 3 }, { b: null, a: 3 }],
  [{ a: { b: 1, c: 2 } }, { a: { b: 1, d: 3 } }, { a: { c: null, d: 3 } }],
  [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, {}],
  [{ a: [1, { x: 1 }] }, { a: [1] }, { a: [1] }],
  [{ a: 1 }, { a: { b: [null] } }, { a: { b: [null] } }],
  [{ a: null }, { a: null, b: 1 }, { b: 1 }],
  // A merge patch cannot express this, since null would remove the member.
  [{}, { a: null }, null],
  [{}, { a: { b: null } }, null],
])('the change of %j to %j has the merge patch %j', (before, after, expected) => {
  expect(mergePatch(before, after)).toEqual(expected);
});
