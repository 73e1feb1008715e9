import { describe, expect, it } from '@jest/globals';
import { byteRange } from './byte-range.js';

describe('byteRange', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,3-4', null],
    ['bytes=99-,88-', null],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=0-99999999999999999999', { start: 0, end: 9 }],
    ['bytes=-', null],
    ['lines=0-1', null],
    ['bytes=a-b', null],
    [undefined, null],
  ])('byteRange parses the header %j for a file of 10 bytes', (header, range) => {
    expect(byteRange(header, 10)).toEqual(range);
  });

  it('no range of an empty file is satisfiable', () => {
    expect(byteRange('bytes=0-0', 0)).toBe('unsatisfiable');
  });
});
