import { expect, it } from '@jest/globals';
import { markedText } from './marked-text.js';

it('highlights are counted in characters, however long their encoding is', () => {
  expect(
    markedText('😀 a refund', [
      [2, 3],
      [4, 10],
    ]),
  ).toEqual([
    { text: '😀 ', marked: false },
    { text: 'a', marked: true },
    { text: ' ', marked: false },
    { text: 'refund', marked: true },
  ]);
  expect(markedText('abc', [])).toEqual([{ text: 'abc', marked: false }]);
  expect(markedText('', [[0, 1]])).toEqual([]);
  // Each character occurs once for any positions.
  const odd = markedText('abcdef', [
    [1, 4],
    [2, 3],
    [9, 12],
  ]);
  expect(odd.map(({ text }) => text).join('')).toBe('abcdef');
});
