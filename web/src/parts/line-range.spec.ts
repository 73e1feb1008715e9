import { expect, it } from '@jest/globals';
import { lineRange, lineRangeOfHash, lineText } from './line-range.js';

it('lines are one or some, and nothing else', () => {
  expect(lineRange(7)).toEqual({ from: 7, to: 7 });
  expect(lineRange('7-9')).toEqual({ from: 7, to: 9 });
  for (const bad of ['', '0', '9-7', '1-2-3', 'x', -1, 1.5, null, '1e3', '12345678901'])
    expect(lineRange(bad)).toBeUndefined();
});

it('the end of an address names them as well', () => {
  expect(lineRangeOfHash('#L10-20')).toEqual({ from: 10, to: 20 });
  expect(lineRangeOfHash('L10-L20')).toEqual({ from: 10, to: 20 });
  expect(lineRangeOfHash('L3')).toEqual({ from: 3, to: 3 });
  for (const bad of ['', '#content', 'L', 'L0', 'Lx']) expect(lineRangeOfHash(bad)).toBeUndefined();
});

it('an address has them as they are read', () => {
  expect(lineText({ from: 4, to: 4 })).toBe(4);
  expect(lineRange(lineText({ from: 4, to: 6 }))).toEqual({ from: 4, to: 6 });
});
