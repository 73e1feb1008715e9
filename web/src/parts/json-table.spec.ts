import { expect, it } from '@jest/globals';
import { findColumns } from './json-table.js';

it.each([
  [
    [{ a: 1 }, { b: 2, a: 3 }],
    ['a', 'b'],
  ],
  [[], null],
  [[{}], null],
  [[{ a: 1 }, 2], null],
  [[[1], [2]], null],
  [{ a: 1 }, null],
  [[Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`c${index}`, 1]))], null],
])('the columns of %j are %j', (value, expected) => {
  expect(findColumns(value)).toEqual(expected);
});
