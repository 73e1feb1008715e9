import { describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import { cut, fitted, measureTextWidth } from './text-width.js';

describe('text of so many columns', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['äöüß', 3, 'äö…'],
    ['第一阶段', 8, '第一阶段'],
    ['第一阶段', 7, '第一阶…'],
    ['第一阶段', 6, '第一…'],
    ['👩‍👩‍👧 family', 4, '👩‍👩‍👧 …'],
    ['👩‍👩‍👧 family', 2, '…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['abc', 0, ''],
  ])('the text %j cut to %d columns is %j', (text, width, shown) => {
    expect(cut(text, width)).toBe(shown);
    expect(stringWidth(cut(text, width))).toBeLessThanOrEqual(width);
  });

  it('fitted pads a text by terminal columns, not by characters', () => {
    expect(fitted('第一', 6)).toBe('第一  ');
    expect(fitted('第一阶段', 6)).toBe('第一… ');
  });
});

it.each([
  [{ a: 1 }, '[object Object]'],
  [['a'], 'a'],
  [null, 'null'],
  [7, '7'],
])('the value %j in place of a text counts as %j', (given, text) => {
  expect(measureTextWidth(given as unknown as string)).toBe(text.length);
  expect(fitted(given as unknown as string, 20).trimEnd()).toBe(text);
});
