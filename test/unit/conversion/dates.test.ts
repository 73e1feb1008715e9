import { describe, expect, it } from '@jest/globals';
import { utils, write } from '@e965/xlsx';
import { convert } from '../../../packages/document-converter/src/convert.js';

/** Returns a workbook with one row per cell: its number format, then a cell with this number and format. */
function buildWorkbook(
  kind: 'xlsx' | 'biff8',
  cells: [number, string][],
  date1904 = false,
): Buffer {
  const sheet = utils.aoa_to_sheet([['Format', 'Value'], ...cells.map(([value, z]) => [z, value])]);
  for (const [index, [, z]] of cells.entries()) {
    const cell: unknown = sheet[`B${index + 2}`];
    if (typeof cell === 'object' && cell !== null) Object.assign(cell, { z });
  }
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Dates');
  book.Workbook = { WBProps: { date1904 } };
  const written: unknown = write(book, { bookType: kind, type: 'buffer' });
  if (!Buffer.isBuffer(written)) throw new Error('the workbook was not written');
  return written;
}

const CELLS: [number, string][] = [
  [39219, 'd-mmm-yy'],
  [39219, 'm/d/yy'],
  [39219, 'mmmm d, yyyy'],
  [39219.25, '[$-407]d. mmmm yyyy'],
  [0.26, 'h:mm AM/PM'],
  [1599.99, '#,##0.00'],
];
const SHOWN = ['17-May-07', '2007-05-17', 'May 17, 2007', '2007-05-17', '6:14 AM', '1,599.99'];

async function readConvertedValues(
  bytes: Buffer,
  name: string,
  fallback: boolean,
): Promise<string[]> {
  const { markdown } = await convert(bytes, name, { mediaPath: 'm/', fallback });
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return rows.map((row) => row.split('|').at(-2)?.trim() ?? '');
}

describe.each([
  ['xlsx', 'xlsx'],
  ['xls', 'biff8'],
] as const)('dates of %s', (ending, kind) => {
  it.each([
    ['first', false],
    ['second', true],
  ])(
    'the %s engine shows unambiguous dates as formatted and others in ISO 8601',
    async (_, again) => {
      expect(await readConvertedValues(buildWorkbook(kind, CELLS), `a.${ending}`, again)).toEqual(
        SHOWN,
      );
    },
  );
});

describe('a workbook that counts from 1904', () => {
  it('a workbook that counts from 1904 shows its own dates', async () => {
    const bytes = buildWorkbook('xlsx', [[37757, 'd-mmm-yy']], true);
    expect(await readConvertedValues(bytes, 'a.xlsx', false)).toEqual(['17-May-07']);
    expect(await readConvertedValues(bytes, 'a.xlsx', true)).toEqual(['17-May-07']);
  });
});

describe('a damaged workbook', () => {
  it('a damaged workbook makes its reader print nothing', async () => {
    const printed: unknown[] = [];
    const { error, log, warn } = console;
    console.error = console.log = console.warn = (...all: unknown[]) => void printed.push(all);
    try {
      const whole = buildWorkbook('biff8', CELLS);
      for (let at = 600; at < whole.length; at += 97) {
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(0xff ^ (bytes[at] ?? 0), at);
        await convert(bytes, 'a.xls', { mediaPath: 'm/', fallback: true }).catch(() => undefined);
      }
    } finally {
      Object.assign(console, { error, log, warn });
    }
    expect(printed).toEqual([]);
  });
});
