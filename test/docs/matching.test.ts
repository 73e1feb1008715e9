import { describe, expect, it } from '@jest/globals';
import { parseBlocks } from '../support/markdown.js';
import { jsonDifference, textMatches } from '../support/matching.js';

describe('an example of JSON', () => {
  it.each([
    [{ a: 1 }, { a: 1 }],
    [{ a: '…' }, { a: { b: 2 } }],
    [{ a: 'mrk_…' }, { a: 'mrk_1\n2' }],
    [{ '…': '…' }, { a: 1 }],
    [
      [1, '…'],
      [1, 2, 3],
    ],
  ])('the example %j stands for %j', (example, actual) => {
    expect(jsonDifference(example, actual)).toBeNull();
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2, '…': '…' }, { a: 1 }],
    [{ a: 'mrk_…' }, { a: 'mrt_1' }],
    [[1], [1, 2]],
    [[1, '…'], []],
    [{ a: null }, { a: 0 }],
    [[], {}],
  ])('the example %j does not stand for %j', (example, actual) => {
    expect(jsonDifference(example, actual)).not.toBeNull();
  });
});

describe('an example of text', () => {
  it.each([
    ['one\n…\nthree', 'one\ntwo\n2\nthree\n', true],
    ['one\n…\nthree', 'one\nthree', true],
    ['took … s', 'took 0.3 s', true],
    ['one', 'one\ntwo', false],
    ['a.c', 'abc', false],
    ['…\ntwo', 'one', false],
  ])('the example %j matches the text %j: %j', (example, actual, matches) => {
    expect(textMatches(example, actual)).toBe(matches);
  });
});

it('a block that is not closed is an error', () => {
  expect(() => parseBlocks('```sh\nls\n')).toThrow('line 1 is not closed');
});
