import { expect, it } from '@jest/globals';
import { differences } from './differences.js';

it('two documents differ where their parts differ', () => {
  const one = { a: 1, same: [{ x: 1 }], list: [1, 2], 'b/c': null };
  const other = { a: 2, same: [{ x: 1 }], list: [1], 'b/c': {} };
  expect(differences(one, other)).toEqual([
    { pointer: '/a', server: 1, here: 2 },
    { pointer: '/list/1', server: 2, here: undefined },
    { pointer: '/b~1c', server: null, here: {} },
  ]);
  expect(differences({ a: [1] }, { a: [1] })).toEqual([]);
  expect(differences([], {})).toEqual([{ pointer: '', server: [], here: {} }]);
});
