import { describe, expect, it } from '@jest/globals';
import { fold, MAX_TERM, scanRuns, collectTerms } from './analyzer.js';

describe('the terms of a text', () => {
  it.each([
    [
      'The quick-brown fox_2, e.g. x@y.org',
      ['the', 'quick', 'brown', 'fox', '2', 'e', 'g', 'x', 'y', 'org'],
    ],
    ['STRASSE Straße straße STRAẞE', ['strasse', 'strasse', 'strasse', 'strasse']],
    ['Café cafe\u0301 CAFÉ', ['cafe', 'cafe', 'cafe']],
    ['ＡＢＣ ﬁn ½ ⒈ ² ſ', ['abc', 'fin', '1⁄2', '1', '2', 's']],
    ['全文搜索', ['全文', '文搜', '搜索', '索']],
    ['全文\n搜索\r\n者', ['全文', '文搜', '搜索', '索者', '者']],
    ['全文\n\n搜索', ['全文', '文', '搜索', '索']],
    ['학교\n학교', ['학교', '교', '학교', '교']],
    ['用Python写', ['用', 'python', '写']],
    ['ｶﾞｷﾞ', ['ガギ', 'ギ']],
    ['학교', ['학교', '교']],
    ['\u1112\u1161\u11a8', ['학']],
    ['हिन्दी', ['हिन्दी']],
    ['Donau\u00addampf\u00ad \u00ad', ['donaudampf']],
    ['東\u00ad京x', ['東京', '京', 'x']],
    ['می\u200cخواهم', ['میخواهم']],
    ['كَتَبَ كتـــاب', ['كتب', 'كتاب']],
    ['שָׁלוֹם', ['שלום']],
    ['ΟΔΟΣ οδός οδοσ', ['οδοσ', 'οδοσ', 'οδοσ']],
    ['😀 — …', []],
    ['𠀀𠀁', ['𠀀𠀁', '𠀁']],
  ])('the text %s is split into the expected terms', (text, terms) => {
    expect(collectTerms(text)).toEqual(terms);
  });

  it('a term that is too long is cut between characters', () => {
    expect(collectTerms('𐐨'.repeat(100))).toEqual(['𐐨'.repeat(MAX_TERM)]);
  });

  it('each run of a text carries its position in the text', () => {
    const text = '… Ünïted 東京 x';
    expect([...scanRuns(text)].map(({ start, end }) => text.slice(start, end))).toEqual([
      'Ünïted',
      '東京',
      'x',
    ]);
  });

  it('no letter is another one as a capital or in small', () => {
    const other: string[] = [];
    for (let point = 0; point < 0x30_000; point += 1) {
      const letter = String.fromCodePoint(point);
      // The iota subscript of ancient Greek is dropped, but is a separate letter in capitals.
      if (!/\p{L}/u.test(letter) || letter.normalize('NFD').includes('\u0345')) continue;
      const folded = fold(letter);
      if (fold(letter.toUpperCase()) !== folded || fold(letter.toLowerCase()) !== folded)
        other.push(letter);
    }
    expect(other).toEqual([]);
  });

  it('no term contains an ASCII sign that a query language could read', () => {
    let all = '';
    for (let point = 0; point < 0x30_000; point += 1)
      if (point < 0xd8_00 || point > 0xdf_ff) all += `${String.fromCodePoint(point)} `;
    const readable = /[\p{ASCII}--[0-9A-Za-z]]/v;
    expect(collectTerms(all).filter((term) => readable.test(term))).toEqual([]);
  });
});
