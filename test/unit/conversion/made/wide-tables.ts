import { type Random } from '../../../support/fuzz/random.js';
import { type PdfLine, type PdfRule } from '../../../support/documents/pdf.js';

/** A landscape page with a wide table of numbers, and the rows of the table. */
export interface WideTable {
  width: number;
  lines: PdfLine[];
  rules: PdfRule[];
  /** The cells of each row, without empty ones. */
  rows: string[][];
}

const NAMES = 'Bremen Essen Hamm Kiel Lehrte Mainz Nauen Peine Soest Trier Velbert Worms'.split(
  ' ',
);
const HEADS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WIDE = 842;
const SIZE = 7;
const TOP = 700;

/** Builds a table without lines, or with a line below the header or below each row. Numbers are right-aligned. */
export function makeWideTable(random: Random): WideTable {
  // Tables of words with few columns and wide gaps look like columns of text.
  const worded = random.percent(35);
  const columns = worded ? 3 + random.below(4) : 6 + random.below(13);
  const left = 40;
  const named = 80;
  const step = (WIDE - 2 * left - named) / columns;
  const right = (column: number) => left + named + step * (column + 1) - 4;
  const height = 11 + random.below(6);
  const lines: PdfLine[] = [{ x: left, y: 750, size: 14, text: 'Report of the year', bold: true }];
  const rules: PdfRule[] = [];
  const rows: string[][] = [];
  const ruled = random.pick(['none', 'header', 'rows'] as const);
  const grouped = !worded && random.percent(30);
  const groups: PdfLine[] = [];
  const bare = random.percent(30);
  const count = 5 + random.below(25);
  for (let row = 0; row <= count; row += 1) {
    const y = TOP - row * height;
    const cells: string[] = [];
    const add = (x: number, text: string) => {
      lines.push({ x, y, size: SIZE, text, bold: row === 0 });
      cells.push(text);
    };
    // Headings over several columns are on a line like any row.
    if (row === 0 && grouped) {
      for (let column = 0; column + 2 < columns; column += 3)
        groups.push({ x: right(column) - 20, y: y + height, size: SIZE, text: `Part ${column}` });
      lines.push(...groups);
      rows.push(groups.map(({ text }) => text));
    }
    if (row === 0) add(left, 'Place');
    else add(left, bare ? String(1000 + row) : `${random.pick(NAMES)} ${row}`);
    for (let column = 0; column < columns; column += 1) {
      // Columns may be sparse, but no row is empty.
      if (row > 0 && column > 0 && random.percent(12)) continue;
      const text = row === 0 ? (HEADS[column] ?? `Q${column}`) : amount(random);
      if (worded) add(right(column) - step + 8, row === 0 ? text : said(random));
      else add(right(column) - measureTextWidth(text), text);
    }
    if (ruled === 'rows' || (ruled === 'header' && row === 0))
      rules.push([left, y - 3, WIDE - left, y - 3]);
    rows.push(cells);
  }
  return { width: WIDE, lines, rules, rows };
}

function said(random: Random): string {
  if (random.percent(15)) return amount(random);
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(NAMES)).join(' ');
}

function amount(random: Random): string {
  const value = random.below(random.pick([100, 10_000, 1_000_000]));
  const sign = random.percent(10) ? '-' : '';
  return `${sign}${random.percent(50) ? value.toLocaleString('en-US') : (value / 100).toFixed(2)}`;
}

/** Returns the approximate width of a text in the typeface. */
function measureTextWidth(text: string): number {
  return [...text].reduce(
    (sum, sign) => sum + SIZE * (/[.,]/.test(sign) ? 0.278 : sign === '-' ? 0.333 : 0.556),
    0,
  );
}
