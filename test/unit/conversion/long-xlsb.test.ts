import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { longXlsb } from './made/binary-workbook.js';
import { sized } from '../../support/size.js';

const COLUMNS = 8;
/** Number of rows of a workbook that are kept: a million cells. */
const MOST = 1_000_000 / COLUMNS;

const rowAt = (y: number): (string | number)[] => [
  `order ${y}`,
  y,
  y / 8,
  `buyer ${y % 997}`,
  -y,
  y * 1000,
  `shop ${y % 13}`,
  1e9 + y,
];

// Row counts below and above the limit, at the whole size only.
it.each([sized(120_000, 400), sized(130_000, 500)])(
  'a long xlsb sheet keeps its rows in order or names the row where it is cut: %i rows',
  async (count) => {
    const bytes = longXlsb(
      'Orders',
      Array.from({ length: count }, (_, y) => rowAt(y)),
    );
    const { markdown, warnings } = await convert(bytes, 'a.xlsb', {
      mediaPath: 'm/',
      fallback: false,
    });
    const kept = Math.min(count, MOST);
    const rows = markdown.split('\n').filter((line) => line.startsWith('| order '));
    expect(rows).toHaveLength(kept);
    const plain = (line: string) => line.slice(2, -2).replaceAll(/ +/g, ' ').trim();
    expect(rows.findIndex((line, y) => plain(line) !== rowAt(y).join(' | '))).toBe(-1);
    expect(warnings).toEqual(
      kept === count ? [] : [expect.stringContaining(`sheet "Orders" is cut after row ${kept}`)],
    );
  },
);

it('the sheet names of a beta of Excel 2007 are read', async () => {
  const { markdown } = await convert(longXlsb('Old', [['a', 1]], { isBeta: true }), 'a.xlsb', {
    mediaPath: 'm/',
    fallback: false,
  });
  expect(markdown).toBe('<!-- sheet 1 -->\n\n## Old\n\n| a   | 1   |\n| --- | --- |\n');
});
