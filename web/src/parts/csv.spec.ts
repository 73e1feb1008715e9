import { expect, it } from '@jest/globals';
import { formatCsvLine } from './csv.js';

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "a"', '"say ""a"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  [' =1', `"' =1"`],
  ['\r', `"'\r"`],
  ['＝1', `"'＝1"`],
  ['a=b', 'a=b'],
  [-1, '-1'],
  [null, ''],
  [undefined, ''],
])('the value %j becomes the CSV cell %j', (value, cell) => {
  expect(formatCsvLine([value])).toBe(`${cell}\r\n`);
});
