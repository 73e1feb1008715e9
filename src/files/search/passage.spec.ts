import { describe, expect, it } from '@jest/globals';
import { findPassages } from './passage.js';

/** Returns the part of a text in which a quote is found; null if it is not found. */
function found(text: string, quote: string, markdown = true): string | null {
  const [passage] = findPassages(text, quote, markdown);
  return passage === undefined ? null : text.slice(passage.from, passage.to);
}

describe('the passage of a quote', () => {
  it.each([
    [
      'case and line breaks',
      'A Lamp may\nbe returned.',
      'a lamp MAY be returned',
      'A Lamp may\nbe returned',
    ],
    ['emphasis', 'more **help**ful *words* here', 'more helpful words', 'more **help**ful *words'],
    [
      'emphasis of the quote',
      'more helpful words here',
      'more **help**ful words',
      'more helpful words',
    ],
    ['tags', 'green<br>leaf tea', 'green leaf tea', 'green<br>leaf tea'],
    [
      'tags of the quote',
      'H<sub>2</sub>O is wet',
      'H<sub>2</sub>O is wet',
      'H<sub>2</sub>O is wet',
    ],
    ['entities', 'it costs &lt; 5 EUR', 'costs < 5 EUR', 'costs &lt; 5 EUR'],
    ['entities of the quote', 'the R&D of lamps', 'the R&amp;D of', 'the R&D of'],
    ['cells', '| lamp | 20 EUR |', 'lamp 20 EUR', 'lamp | 20 EUR'],
    [
      'targets of links',
      'See [the docs](https://x.example/a) for more',
      'See the docs for more',
      'See [the docs](https://x.example/a) for more',
    ],
    ['marks of notes', 'It is so[^1] today', 'It is so today', 'It is so[^1] today'],
    ['signs at its ends', 'it costs $100 today', '$100 today', '$100 today'],
    ['words in Chinese', '本店出售灯具，\n价格合理。', '出售灯具', '出售灯具'],
    ['lines in Chinese', '本店出售灯\n具，价格合理。', '出售灯具，价格', '出售灯\n具，价格'],
    [
      'parts of a letter',
      '한국어 \u1112\u1161\u11a8교',
      '한국어 학교',
      '한국어 \u1112\u1161\u11a8교',
    ],
  ])('a quote is found whatever its %s are', (_kind, text, quote, part) => {
    expect(found(text, quote)).toBe(part);
  });

  it.each([
    ['another currency', 'The price is $100 and more', 'price is €100'],
    ['another comparison', 'x > 5 at -5 degrees', 'x < 5 at'],
    ['another sign of a number', 'x > 5 at -5 degrees', 'at 5 degrees'],
    ['another operator', 'const a = b && c;', 'a = b || c'],
    ['a percentage', 'It is 5 units', 'is 5% units'],
    ['another sign within a number', 'mixed 3:1 by weight', 'mixed 3.1'],
    ['a number without its sign', 'it takes 2.5 hours', 'takes 25 hours'],
    ['another character', '本店出售灯具', '出售茶具'],
    ['another word', 'a lamp may be returned', 'a lamp must be returned'],
    ['words left out', 'a lamp may be returned', 'a lamp be returned'],
    ['signs alone', 'a lamp', '…!'],
  ])('a quote with %s is not found', (_kind, text, quote) => {
    expect(found(text, quote)).toBeNull();
  });

  it.each([
    ['it costs $100 today', '100 today', '$100 today'],
    ['it costs -$100.', 'costs 100', null],
    ['it costs -$100.', '100', '-$100'],
    ['it costs 100 € today', 'costs 100', 'costs 100 €'],
    ['it grows 5% a year', 'grows 5', 'grows 5%'],
    ['it is billed 12,480.50 in all', 'is billed 12', 'is billed 12,480.50'],
    ['it is billed 12,480.50 in all', '480.50 in', '12,480.50 in'],
    ['the fee is 2.5 percent', 'fee is 2', 'fee is 2.5'],
    ['store at −40 °C only', '40', '−40 °C'],
    ['it is non-refundable after purchase', 'refundable after', 'non-refundable after'],
    ['on pages 10–20 of it', 'pages 10', 'pages 10–20'],
    ['it is written in C++ today', 'written in C', 'written in C++'],
  ])('a quote has the whole of its first and its last word: in "%s" "%s"', (text, quote, part) => {
    expect(found(text, quote)).toBe(part);
    if (part !== null) expect(found(text, part)).toBe(part);
  });

  it.each([
    ['See 5 apples, 6 pears.', '5 apples, 6'],
    ['- 5 apples\n> 6 pears', '6 pears'],
    ['In 2024, 12 people came.', '12 people'],
    ['a | 5 | $6 |', '5'],
    ['Is it free? Yes.', 'Is it free'],
    ['The end. Next', 'The end'],
  ])('a quote stays as it is where its words are whole: in "%s" "%s"', (text, quote) => {
    expect([...findPassages(text, quote, true)]).toHaveLength(1);
    expect(found(text, quote)).toBe(quote);
  });

  it('each passage that is a quote is found', () => {
    expect([...findPassages('a lamp, a Lamp and lamps', 'a lamp', true)]).toHaveLength(2);
  });

  it('passages that overlap are all found', () => {
    const text = 'a b a b a, c a b a';
    const starts = (quote: string) =>
      Array.from(findPassages(text, quote, true), ({ from }) => from);
    expect([starts('a b a'), starts('b a, c a b')]).toEqual([[0, 4, 13], [6]]);
  });

  it('a quote of one word many times is looked up by one walk through the text', () => {
    const text = 'very '.repeat(20_000);
    const before = process.cpuUsage();
    expect([...findPassages(text, `${'very '.repeat(5_000)}good`, true)]).toEqual([]);
    const { user, system } = process.cpuUsage(before);
    // This takes 0.1 s; it would take minutes if each place were compared from the first word on.
    expect((user + system) / 1000).toBeLessThan(1_500);
  });

  it('markup of a text that is not Markdown is text', () => {
    expect(found('a <b>bold</b> word', 'a <b>bold</b> word', false)).toBe('a <b>bold</b> word');
    expect(found('a <b>bold</b> word', 'a bold word', false)).toBeNull();
  });
});
