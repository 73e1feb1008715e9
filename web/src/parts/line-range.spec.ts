import { expect, it } from '@jest/globals';
import { lineRange, lineRangeOfHash, lineText } from './line-range.js';

it('a line range is one line or several, and anything else is rejected', () => {
  expect(lineRange(7)).toEqual({ from: 7, to: 7 });
  expect(lineRange('7-9')).toEqual({ from: 7, to: 9 });
  for (const bad of ['', '0', '9-7', '1-2-3', 'x', -1, 1.5, null, '1e3', '12345678901'])
    expect(lineRange(bad)).toBeUndefined();
});

it('the hash of an address names a line range', () => {
  expect(lineRangeOfHash('#L10-20')).toEqual({ from: 10, to: 20 });
  expect(lineRangeOfHash('L10-L20')).toEqual({ from: 10, to: 20 });
  expect(lineRangeOfHash('L3')).toEqual({ from: 3, to: 3 });
  for (const bad of ['', '#content', 'L', 'L0', 'Lx']) expect(lineRangeOfHash(bad)).toBeUndefined();
});

it('a line range is written to the address in the form that is read back', () => {
  expect(lineText({ from: 4, to: 4 })).toBe(4);
  expect(lineRange(lineText({ from: 4, to: 6 }))).toEqual({ from: 4, to: 6 });
});
