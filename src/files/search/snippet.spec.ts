import { describe, expect, it } from '@jest/globals';
import { findMatches } from './matches.js';
import { parseQuery } from './search-query.js';
import { buildSnippet } from './snippet.js';
import { wantedWords } from './wanted-words.js';
import { AT_ONCE_MS } from '../../../test/support/deadlines.js';

/** Returns the snippet with brackets around the highlights, and its line. */
function shown(text: string, query: string): [string, number] {
  const snippet = buildSnippet(
    text,
    findMatches(text, wantedWords(parseQuery(query, '?q'), new Set())).matches,
  );
  const characters = Array.from(snippet.text);
  for (const [from, to] of snippet.highlights.toReversed()) {
    characters.splice(to, 0, ']');
    characters.splice(from, 0, '[');
  }
  return [characters.join(''), snippet.linesBefore];
}

describe('a snippet', () => {
  it.each([
    ['One two\n\tthree', 'TWO three', 'One [two] [three]', 0],
    ['a\nb\n\nc d', 'd', 'a b c [d]', 3],
    ['a b a-b b a', '"a b"', '[a b] [a-b] b a', 0],
    ['refund refunds', 'refund*', '[refund] [refunds]', 0],
    ['😀 é e\u0301 ß', 'e ss', '😀 [é] [e\u0301] [ß]', 0],
    ['我们使用全文搜索。', '全文 索', '我们使用[全文]搜[索]。', 0],
    ['我们使用全文搜索。', '用全', '我们使[用全]文搜索。', 0],
    ['我们使用\n全文搜索。', '用全 索', '我们使[用 全]文搜[索]。', 0],
    ['nothing of it', 'other', 'nothing of it', 0],
    ['', 'x', '', 0],
  ])('a snippet of the text %s fits the query %s', (text, query, expected, lines) => {
    expect(shown(text, query)).toEqual([expected, lines]);
  });

  it('a snippet shows the part of the text with most of the words', () => {
    const filler = 'lorem ipsum dolor\n'.repeat(40);
    const text = `alpha\n${filler}alpha beta\n${filler}beta\n`;
    const [snippet, lines] = shown(text, 'alpha beta');
    expect(snippet).toMatch(/^….*dolor \[alpha\] \[beta\] lorem.*…$/);
    expect(lines).toBe(41);
    expect(snippet.length).toBeLessThan(260);
  });

  it('a snippet stays short when the text offers no place to break', () => {
    const [snippet] = shown(`${'x'.repeat(9_000)} needle ${'😀'.repeat(9_000)}`, 'needle');
    expect(snippet).toMatch(/^…x* \[needle\] 😀*…$/u);
    expect(snippet.length).toBeLessThan(300);
  });

  it('a snippet takes little time for a hostile query', () => {
    const query = Array.from({ length: 32 }, (_, n) => (n % 2 ? 'a' : '"a a a a a a b"')).join(' ');
    const start = performance.now();
    shown('a '.repeat(4_000), query);
    expect(performance.now() - start).toBeLessThan(AT_ONCE_MS);
  });
});
