import { expect, it } from '@jest/globals';
import { lineDifferences } from './line-differences.js';

const text = (...lines: string[]): string => `${lines.join('\n')}\n`;

it('replaced lines stand next to their replacements, with line numbers', () => {
  expect(lineDifferences(text('a', 'b', 'c'), text('a', 'B', 'new', 'c'))).toEqual([
    { kind: 'same', left: { number: 1, text: 'a' }, right: { number: 1, text: 'a' } },
    { kind: 'changed', left: { number: 2, text: 'b' }, right: { number: 2, text: 'B' } },
    { kind: 'changed', left: null, right: { number: 3, text: 'new' } },
    { kind: 'same', left: { number: 3, text: 'c' }, right: { number: 4, text: 'c' } },
  ]);
});

it('equal lines far from a change are only counted', () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index));
  const found = lineDifferences(text(...lines), text(...lines.with(10, 'x')));
  expect(found.map(({ kind }) => kind)).toEqual(
    'skip same same same changed same same same skip'.split(' '),
  );
  expect(found[0]).toEqual({ kind: 'skip', count: 7 });
});

it('equal texts have no differences', () => {
  expect(lineDifferences('a\nb', 'a\nb')).toEqual([]);
});
