import { describe, expect, it } from '@jest/globals';
import {
  includesJson,
  matchesStars,
  sameJson,
  selectMentioned,
  textDifference,
} from './matching.js';

describe('JSON values', () => {
  it.each([
    [{ a: 1, b: [2, null] }, { b: [2, null], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined as never }, false],
    [{ a: null }, {}, false],
    [{}, [], false],
    [[1, 2], [2, 1], false],
    [[1], [1, null], false],
    ['1', 1, false],
    [{ constructor: null }, {}, false],
  ])('the values %j and %j are the same: %s', (one, other, same) => {
    expect(sameJson(one, other)).toBe(same);
    expect(sameJson(other, one)).toBe(same);
  });

  it.each([
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: { b: 1, c: 2 } }, { a: { c: 2 } }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[{ a: 1, b: 2 }], [{ a: 1 }], true],
    [[1, 2], [1], false],
    [{}, { toString: null }, false],
    [5, 5, true],
  ])('the value %j includes all of %j: %s', (actual, expected, has) => {
    expect(includesJson(actual, expected)).toBe(has);
  });

  it('spokenOf leaves out members that the expectation does not name', () => {
    const actual = { a: { b: 1, c: 2 }, d: [{ e: 1, f: 2 }, 3] };
    expect(selectMentioned(actual, { a: { b: 9 }, d: [{ f: 0 }] })).toEqual({
      a: { b: 1 },
      d: [{ f: 2 }, 3],
    });
  });
});

describe('texts', () => {
  it.each([
    ['https://a.b/x', 'https://a.b/x', true],
    ['https://a.b/*', 'https://a.b/x?y=1', true],
    ['*/v2/*', 'https://a.b/v2/x', true],
    ['https://a.b/*/c', 'https://a.b/c', false],
    ['a*a', 'a', false],
    ['https://a.b/', 'https://a.b/x', false],
    ['a.b', 'axb', false],
  ])('the pattern %s matches %s: %s', (pattern, text, matches) => {
    expect(matchesStars(pattern, text)).toBe(matches);
  });

  it.each([
    [{ equals: 'ab' }, true],
    [{ equals: 'a' }, false],
    [{ contains: 'b' }, true],
    [{ contains: 'c' }, false],
    [{ matches: '^a.$' }, true],
    [{ contains: 'a', matches: '^b' }, false],
  ])('the text "ab" meets %j: %s', (match, fits) => {
    expect(textDifference('ab', match) === null).toBe(fits);
  });
});
