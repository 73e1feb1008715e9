import { describe, expect, it } from '@jest/globals';
import {
  atPointer,
  escapePointer,
  findJsonIssue,
  isJsonObject,
  type Json,
  MAX_JSON_DEPTH,
  parsePointer,
  POINTER_PATTERN,
} from './json.js';

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

describe('findJsonIssue', () => {
  it.each([
    [null],
    [0],
    ['plain'],
    ['🎉 pair'],
    [[]],
    [{ a: [1, 'b', { c: null }] }],
    [nested(MAX_JSON_DEPTH)],
  ])('findJsonIssue finds no problem in %j', (value) => {
    expect(findJsonIssue(value)).toBeNull();
  });

  it.each([
    ['a\0b', '', 'NUL'],
    ['\ud800', '', 'surrogate'],
    [{ a: ['x', '\udc00'] }, '/a/1', 'surrogate'],
    [{ 'a/b': { '~': '\0' } }, '/a~1b/~0', 'NUL'],
    [{ outer: { '\0': 1 } }, '/outer', 'has a key that contains a NUL'],
    [{ '\ud800': 1 }, '', 'has a key that contains half'],
  ])('findJsonIssue names the place of the problem in %j', (value, pointer, words) => {
    const issue = findJsonIssue(value);
    expect(issue?.pointer).toBe(pointer);
    expect(issue?.message).toContain(words);
  });

  it('findJsonIssue reports a document that is nested 65 levels deep', () => {
    const issue = findJsonIssue(nested(MAX_JSON_DEPTH + 1));
    expect(issue?.message).toContain('deeper than 64 levels');
    expect(issue?.pointer.split('/')).toHaveLength(MAX_JSON_DEPTH + 1);
  });

  it('findJsonIssue reports a document that is nested 100,000 levels deep without a stack overflow', () => {
    expect(findJsonIssue(nested(100_000))?.message).toContain('deeper');
  });
});

it('isJsonObject distinguishes objects from arrays and null', () => {
  expect([{}, { a: 1 }, [], null, 'x', undefined].map(isJsonObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('pointers are escaped and parsed as in RFC 6901', () => {
  expect(escapePointer('a/b~c')).toBe('a~1b~0c');
  expect(parsePointer('/a~1b~0c/~01/')).toEqual(['a/b~c', '~1', '']);
  expect(parsePointer('')).toEqual([]);
});

describe('atPointer', () => {
  const document = { a: { 'b/c': [10, { '~d': null }] }, '': 1 };

  it.each([
    ['/a/b~1c/0', 10],
    ['/a/b~1c/1/~0d', null],
    ['/a/b~1c/1', { '~d': null }],
    ['/', 1],
    ['/a/b~1c/2', undefined],
    ['/a/b~1c/00', undefined],
    ['/a/b~1c/-1', undefined],
    ['/a/b~1c/length', undefined],
    ['/a/toString', undefined],
    ['/__proto__', undefined],
    ['/a/b~1c/0/x', undefined],
    ['/nothing/at/all', undefined],
  ])('atPointer resolves %s to its value or to undefined', (pointer, value) => {
    expect(pointer).toMatch(POINTER_PATTERN);
    expect(atPointer(document, pointer)).toEqual(value);
  });

  it.each(['', 'a', '/a~2', '/~', 'a/b'])('the text %j is not a pointer to a part', (text) => {
    expect(text).not.toMatch(POINTER_PATTERN);
  });
});
