import { expect, it } from '@jest/globals';
import { isDeepStrictEqual as ofNode } from 'node:util';
import { isDeepStrictEqual } from '../../../runtimes/typescript/node/deep-equal.js';

class Point {
  constructor(readonly x: number) {}
}
/** Returns new objects with equal values at each call. */
const values = (): readonly unknown[] => [
  0,
  -0,
  Number.NaN,
  '1',
  1,
  null,
  undefined,
  [],
  [1],
  [1, undefined],
  {},
  { x: 1 },
  { x: undefined },
  new Point(1),
  new Point(2),
  new Date(1),
  new Date(2),
  /a/g,
  /a/i,
  new Error('a'),
  new Error('b'),
  new TypeError('a'),
  new Set(),
  new Set([1]),
  new Set([1, 2]),
  new Set([{ x: 1 }]),
  new Set([{ x: 2 }]),
  new Map([[1, 2]]),
  new Map([[1, 3]]),
  new Map([
    [1, 2],
    [2, 3],
  ]),
  new Map([[{ x: 1 }, 2]]),
  new ArrayBuffer(1),
  new ArrayBuffer(2),
  new Uint8Array([1]),
  new Uint8Array([2]),
  Object(1),
  Object('1'),
  Object(true),
];

it('isDeepStrictEqual answers for each pair of values as that of Node does', () => {
  const pairs = values().flatMap((one) => values().map((other) => [one, other] as const));
  const differ = pairs.filter(
    ([one, other]) => isDeepStrictEqual(one, other) !== ofNode(one, other),
  );
  expect(differ).toEqual([]);
  expect(pairs.filter(([one, other]) => ofNode(one, other)).length).toBeGreaterThan(30);
});
