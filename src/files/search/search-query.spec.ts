import { describe, expect, it } from '@jest/globals';
import { parseQuery, toSentence } from './search-query.js';
import { buildCondition, ftsQuery, tsquery, tsvector } from './terms.js';

const WORKSPACE = '00000000-0000-7000-8000-000000000001';

function phrases(text: string): [string[], string[]] {
  const { all, none } = parseQuery(text, '?q');
  const texts = (list: typeof all): string[] =>
    list.map(({ terms, prefix }) => terms.join(' ') + (prefix ? '*' : ''));
  return [texts(all), texts(none)];
}

describe('a query', () => {
  it.each([
    ['two words', ['two', 'words'], []],
    ['"a phrase" word', ['a phrase', 'word'], []],
    ['"open phrase', ['open phrase'], []],
    ['a -b -"c d" e-f', ['a', 'e f'], ['b', 'c d']],
    ['begin* "no begin*"', ['begin*', 'no begin'], []],
    ['* - "" a', ['a'], []],
    ['全文搜索', ['全文 文搜 搜索'], []],
    ['全', ['全*'], []],
    ['用Python写', ['用 python 写*'], []],
    ['a"b"c', ['a', 'b', 'c'], []],
    ['\ud800a', ['a'], []],
    ['H<sub>2</sub>O -"CO<sub>2</sub>"', ['h2o'], ['co2']],
    ['List<String> <code>', ['list string', 'code'], []],
    ['a A "a" -b -B ', ['a'], ['b']],
    ['ab* 全*', ['ab*', '全*'], []],
  ])('the query %s is parsed into its phrases', (text, all, none) => {
    expect(phrases(text)).toEqual([all, none]);
  });

  it.each([
    ['', 'needs a word'],
    ['-a', 'needs a word'],
    ['!', 'needs a word'],
    ['!!! "…"', 'needs a word'],
    ['-only -"these"', 'beside those to leave out'],
    ['"', 'needs a word'],
    [Array.from({ length: 33 }, (_, n) => `w${n}`).join(' '), 'more than 32 words'],
    ['a'.repeat(1_001), 'more than 1000 characters'],
    [Array.from('搜'.repeat(130)).join('索'), 'more than 128 words'],
    [`"${'a '.repeat(129)}"`, 'more than 128 words'],
    ['a*', 'has "a*"'],
    ['x -b.c*', 'has "c*"'],
    ['ab* ac* ad* ae* af*', 'more than 4 beginnings'],
    ['ab* ac* ad* ae* -af*', 'more than 4 beginnings'],
    ['全 文 搜 索 写', 'more than 4 beginnings'],
  ])('an invalid query is refused: %s', (text, why) => {
    expect(() => parseQuery(text, '?q')).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        message: expect.stringContaining(why),
        errors: [expect.objectContaining({ pointer: '?q' })],
      }),
    );
  });

  it('the sentence of a query drops its signs and its excluded words', () => {
    expect(toSentence('an e-mail of "the shop" invo* -parcels -"not this" "open')).toBe(
      'an e-mail of the shop invo open',
    );
  });

  it('a query is translated for each database', () => {
    const query = parseQuery('one "two three" fo* -five', '?q');
    const all = buildCondition(query, 'all');
    expect(ftsQuery(all, WORKSPACE)).toBe(
      '(("00000001one") AND ("00000001two 00000001three") AND ("00000001fo" *)) NOT ("00000001five")',
    );
    expect(tsquery(all)).toBe("('one') & (('two' <-> 'three')) & ('fo':*) & !'five'");
    const any = buildCondition(query, 'any');
    expect(ftsQuery(any, WORKSPACE)).toBe(
      '(("00000001one" OR "00000001two 00000001three" OR "00000001fo" *)) NOT ("00000001five")',
    );
    expect(tsquery(any)).toBe("('one' | ('two' <-> 'three') | 'fo':*) & !'five'");
    expect(tsvector(['a', 'b'], ['b', 'c'])).toBe("'a':1A 'b':2A,10D 'c':11D");
  });
});
