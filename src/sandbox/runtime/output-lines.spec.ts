import { expect, it } from '@jest/globals';
import { lineAsShown, OutputLines } from './output-lines.js';

function readLines(...pieces: string[]): { ended: string[]; open: string } {
  const lines = new OutputLines((text) => text);
  return { ended: pieces.flatMap((piece) => lines.feed(piece)), open: lines.open };
}

it('text becomes lines wherever it is cut into pieces', () => {
  expect(readLines('a\nb\n\nc')).toEqual({ ended: ['a', 'b', ''], open: 'c' });
  expect(readLines('a', '\nb', '\n', '\nc')).toEqual({ ended: ['a', 'b', ''], open: 'c' });
});

it('a line that ends in CR LF has no CR', () => {
  expect(readLines('a\r\nb\r', '\nc\r\r\n')).toEqual({ ended: ['a', 'b', 'c'], open: '' });
});

it('text after a carriage return overwrites the line as on a terminal', () => {
  expect(readLines('100 %\r 20 %')).toEqual({ ended: [], open: ' 20 %' });
  expect(readLines('abcdef\rxyz')).toEqual({ ended: [], open: 'xyzdef' });
  expect(readLines('abcdef\rxy', 'z', '\rA\rB', '!\n')).toEqual({ ended: ['B!zdef'], open: '' });
  expect(readLines('10 %\r', '20 %\r', '\n')).toEqual({ ended: ['20 %'], open: '' });
});

it.each([
  ['abc', 'abc'],
  ['abc\r', 'abc'],
  ['abc\rX', 'Xbc'],
  ['a\rbcd\r\re', 'ecd'],
  ['downloading 90 %\r\u001b[Kdone', 'done'],
  ['downloading 90 %\u001b[2K\rdone', 'done'],
  ['downloading 90 %\rdone\u001b[0K', 'done'],
  ['downloading 90 %\u001b[2K\u001b[1Gdone', 'done'],
  ['90 %\u001b[GA', 'A0 %'],
  ['\u001b[32mgreen\u001b[0m\rred', 'reden\u001b[0m'],
  ['\u001b[32m 50%\u001b[0m\r\u001b[32m100%\u001b[0m', '\u001b[32m100%\u001b[0m'],
  ['\u001b[32m|##|\u001b[0m 2/2\r        \rdone', 'done    '],
  ['\u001b[?25l90 %\r\u001b[?25hA', 'A0 %'],
  ['\u001b[31m\u001b[Kred\u001b[m\u001b[K', '\u001b[31mred\u001b[m'],
])('the line %j is shown as %j', (line, shown) => {
  expect(lineAsShown(line, (text) => text)).toBe(shown);
});

it('a line says how much of it was cut off', () => {
  const kept = 'x'.repeat(16_384);
  const ended = [`${kept} [cut: 3 more characters]`, 'y'];
  expect(readLines(`${kept}abc\ny\n`)).toEqual({ ended, open: '' });
  expect(readLines(kept, 'ab', 'c\n', 'y\n')).toEqual({ ended, open: '' });
});

it('a line counts the characters that were left out of it before', () => {
  const lines = new OutputLines((text) => text);
  lines.feed('x'.repeat(16_384));
  expect(lines.feed('\nnext', 5)).toEqual([`${'x'.repeat(16_384)} [cut: 5 more characters]`]);
  expect(lines.open).toBe('next');
});

it('a line that is rewritten very often costs as much as its text', () => {
  let looked = 0;
  const hide = (text: string): string => {
    looked += text.length;
    return text;
  };
  const lines = new OutputLines(hide);
  lines.feed('x'.repeat(16_384));
  lines.feed('\ry'.repeat(60_000));
  const coloured = new OutputLines(hide);
  coloured.feed('x'.repeat(16_000));
  coloured.feed('\r\u001b[my'.repeat(10_000));
  const erased = new OutputLines(hide);
  erased.feed('x'.repeat(16_384));
  erased.feed('\u001b[Kz'.repeat(4_000));
  expect(lines.open).toBe(`y${'x'.repeat(16_383)}`);
  expect(coloured.open).toBe(`\u001b[my${'x'.repeat(15_999)}`);
  expect(erased.open).toMatch(/^x{16384} \[cut: 4000 more/);
  // Each of the two long lines is redacted once.
  expect(looked).toBe(16_384 + 16_000);
});
