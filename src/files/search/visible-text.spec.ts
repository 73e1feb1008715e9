import { describe, expect, it } from '@jest/globals';
import { collectIndexedTerms } from './analyzer.js';
import { visibleText } from './visible-text.js';
import { AT_ONCE_MS } from '../../../test/support/deadlines.js';

describe('the text that a reader of Markdown sees', () => {
  it.each([
    ['H<sub>2</sub>O', ['h2o']],
    ['geg**ozi**gor and *geg*ozi, ~~o~~pen', ['gegozigor', 'and', 'gegozi', 'open']],
    ['**bold** *text*', ['bold', 'text']],
    ['x<sup>2</sup> <span class="a b">y</span>z', ['x2', 'yz']],
    ['one<br>two<br/>three', ['one', 'two', 'three']],
    ['AT&amp;T soft&shy;ware', ['at', 't', 'software']],
    ['caf&eacute; stra&#223;e &Ouml;l &#x416;', ['cafe', 'strasse', 'ol', 'ж']],
    ['a&nbsp;b a&lt;b &unknown; &#0;', ['a', 'b', 'a', 'b', 'unknown']],
    [
      'for 1&nbsp;234,50 or 1&#160;234,50',
      ['for', '1', '234', '50', 'or', '1', '234', '50', '1234ᵈ5', '1234ᵈ5'],
    ],
    ['3 * 4 * 5, a*b', ['3', '4', '5', 'a', 'b']],
    ['List<String> of Vec<u8>', ['list', 'string', 'of', 'vec', 'u8']],
    [String.raw`a\*b\*c`, ['a', 'b', 'c']],
    ['| a*b | c*d |', ['a', 'b', 'c', 'd']],
  ])('the terms of %s are those of its text', (markdown, terms) => {
    expect(collectIndexedTerms(visibleText(markdown)).slice(0, terms.length)).toEqual(terms);
  });

  it('the text is as long as its Markdown', () => {
    for (const text of [
      'H<sub>2</sub>O',
      '&eacute;&nbsp;&fjlig; &x;',
      'a**b**c &amp; <br> 😀**d**e',
      '<sub '.repeat(50),
    ])
      expect(visibleText(text)).toHaveLength(text.length);
  });

  it.each(['**a', '<a ', '*a~~', '&#1', '&eacute;', '&abc', '~~ **', 'a*b'])(
    'hostile markup takes time in proportion to its length: %s',
    (part) => {
      const text = part.repeat(200_000);
      const began = performance.now();
      expect(visibleText(text)).toHaveLength(text.length);
      expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
    },
  );
});
