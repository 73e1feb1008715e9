import { describe, expect, it } from '@jest/globals';
import { indexedTermsOf } from './analyzer.js';
import { visibleText } from './visible-text.js';

describe('the text that a reader of Markdown sees', () => {
  it.each([
    ['H<sub>2</sub>O', ['h2o']],
    ['geg**ozi**gor and *geg*ozi, ~~o~~pen', ['gegozigor', 'and', 'gegozi', 'open']],
    ['**bold** *text*', ['bold', 'text']],
    ['x<sup>2</sup> <span class="a b">y</span>z', ['x2', 'yz']],
    ['one<br>two<br/>three', ['one', 'two', 'three']],
    ['AT&amp;T soft&shy;ware', ['at', 't', 'software']],
    ['3 * 4 * 5, a*b', ['3', '4', '5', 'a', 'b']],
    ['List<String> of Vec<u8>', ['list', 'string', 'of', 'vec', 'u8']],
    [String.raw`a\*b\*c`, ['a', 'b', 'c']],
    ['| a*b | c*d |', ['a', 'b', 'c', 'd']],
  ])('the terms of %s are those of its text', (markdown, terms) => {
    expect(indexedTermsOf(visibleText(markdown)).slice(0, terms.length)).toEqual(terms);
  });

  it('the text is as long as its Markdown', () => {
    for (const text of ['H<sub>2</sub>O', 'a**b**c &amp; <br> 😀**d**e', '<sub '.repeat(50)])
      expect(visibleText(text)).toHaveLength(text.length);
  });

  it('hostile markup takes time in proportion to its length', () => {
    const spent = (count: number): number => {
      const began = process.cpuUsage();
      for (const part of ['**a', '<a ', '*a~~', '&#1', '~~ **', 'a*b'])
        visibleText(part.repeat(count));
      return process.cpuUsage(began).user;
    };
    spent(2_000);
    expect(spent(40_000)).toBeLessThan(60 * Math.max(spent(2_000), 500));
  });
});
