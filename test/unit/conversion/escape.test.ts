import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { escapeText } from '../../../packages/document-converter/src/markdown/escape.js';

/** Returns a pseudo-random sequence that is the same in each run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('brackets of text', () => {
  it.each([
    ['[a](b)', '[a\\](b)'],
    ['[a][b]', '[a\\][b]'],
    ['[a]: b', '[a\\]: b'],
    ['[a [b] c](d)', '[a [b] c\\](d)'],
    ['[^1]', '\\[^1]'],
    ['[a] b [c', '[a] b [c'],
    ['array[0] and [x] (y)', 'array[0] and [x] (y)'],
    [`[${'a'.repeat(2000)}](b)`, `[${'a'.repeat(2000)}\\](b)`],
    ['https://example.com/](b)', 'https\\://example.com/\\](b)'],
  ])('the brackets of %.40s are escaped only if they could form a link', (text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });

  it('no bracket of text closes a link, and each but those of notes opens as it is', () => {
    const next = sequence(7);
    for (let round = 0; round < 2_000; round += 1) {
      const text = Array.from({ length: next(24) }, () => '[](:^a '[next(7)]).join('');
      const expected = text.replaceAll(/\](?=[([:])/g, '\\]').replaceAll('[^', '\\[^');
      expect(escapeText(text)).toBe(expected);
    }
  });
});

describe('the work for hostile text', () => {
  const indexOf = Reflect.get(String.prototype, 'indexOf') as typeof String.prototype.indexOf;
  const slice = Reflect.get(String.prototype, 'slice') as typeof String.prototype.slice;
  const test = Reflect.get(RegExp.prototype, 'test') as typeof RegExp.prototype.test;
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Returns the number of characters that are searched, copied or matched by patterns. */
  function measureWork(text: string): number {
    let work = 0;
    jest.spyOn(String.prototype, 'indexOf').mockImplementation(function (
      this: string,
      searched,
      from = 0,
    ) {
      const found = indexOf.call(this, searched, from);
      work += (found === -1 ? this.length : found) - from;
      return found;
    });
    jest.spyOn(String.prototype, 'slice').mockImplementation(function (this: string, ...range) {
      const part = slice.apply(this, range);
      work += part.length;
      return part;
    });
    jest.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, given) {
      work += given.length;
      return test.call(this, given);
    });
    escapeText(text);
    jest.restoreAllMocks();
    return work;
  }

  it.each([
    ['brackets that open', '['],
    ['brackets that open, and close far away', '[ a'],
    ['brackets between addresses', '[ www.a '],
    ['brackets in pairs', '[]'],
    ['brackets and marks', '[*_`'],
  ])('the work for hostile text grows only linearly with its length: %s', (_name, part) => {
    const works = [1_000, 20_000].map((times) => {
      const text = `${part.repeat(times)}]`;
      return measureWork(text) / text.length;
    });
    const [small = 0, large = 0] = works;
    expect(small).toBeGreaterThan(0);
    expect(large).toBeLessThan(8);
    expect(large).toBeLessThan(small * 1.5);
  });
});
