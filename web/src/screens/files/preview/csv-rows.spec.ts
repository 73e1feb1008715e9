import { expect, it } from '@jest/globals';
import { csvRows } from './csv-rows.js';

it('a text with delimiters is read as a table', () => {
  expect(csvRows('a,b\n1,2\r\n3,\n', 10)).toEqual({
    header: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['3', ''],
    ],
    more: false,
  });
  expect(csvRows('\uFEFFa;b,c\n1;2', 10).header).toEqual(['a', 'b,c']);
  expect(csvRows('a\tb\n1\t2', 10).rows).toEqual([['1', '2']]);
  expect(csvRows('', 10)).toEqual({ header: [], rows: [], more: false });
});

it('a quoted cell may contain delimiters, line breaks and quotes', () => {
  expect(csvRows('a,b\n"x, ""y""\nz",2\n"",""\n', 10).rows).toEqual([
    ['x, "y"\nz', '2'],
    ['', ''],
  ]);
  expect(csvRows('a,b\n"open', 10).rows).toEqual([['open']]);
  expect(csvRows('a,b\n"q"x,2', 10).rows).toEqual([['qx', '2']]);
});

it('only the first rows are read, and a flag shows that there are more', () => {
  const text = `n\n${Array.from({ length: 50 }, (_, row) => row).join('\n')}\n`;
  expect(csvRows(text, 3)).toEqual({ header: ['n'], rows: [['0'], ['1'], ['2']], more: true });
  expect(csvRows(text, 50).more).toBe(false);
});
