import { type Random } from '../../../support/fuzz/random.js';

// Random workbooks with known visible and hidden content.

export interface MadeCell {
  value: string | number | boolean;
  /** Visible text, with spaces instead of line breaks. */
  shown: string;
  format?: string;
  formula?: string;
  link?: string;
  comment?: { author: string; text: string };
  /** True if the cell also covers the empty one to its right. */
  wide?: boolean;
}

export interface MadeRow {
  hidden: boolean;
  /** Cells; null if empty. */
  cells: (MadeCell | null)[];
}

export interface MadeSheet {
  name: string;
  hidden: boolean;
  hiddenColumns: number[];
  /** Tables, each followed by two empty rows. */
  tables: MadeRow[][];
}

const WORDS = 'fee rent order parcel invoice payment transfer refund salary interest größe'.split(
  ' ',
);
const DAY = 24 * 60 * 60 * 1000;
/** The day with number 0, on which all programs agree. */
const FIRST = Date.UTC(1899, 11, 30);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export function makeWorkbook(random: Random, hidesRows: boolean): MadeSheet[] {
  const count = 1 + random.below(4);
  return Array.from({ length: count }, (_, index) => ({
    name: `Sheet ${index + 1} ${random.pick(WORDS)}`,
    // At least one sheet must be visible.
    hidden: index > 0 && random.percent(25),
    hiddenColumns: random.percent(30) ? [1] : [],
    tables: Array.from({ length: 1 + random.below(3) }, () => table(random, hidesRows)),
  }));
}

function table(random: Random, hidesRows: boolean): MadeRow[] {
  const columns = 2 + random.below(5);
  const header: MadeRow = {
    hidden: false,
    cells: Array.from({ length: columns }, () => textCell(words(random, 1))),
  };
  const rows = Array.from({ length: 1 + random.below(8) }, (_, at): MadeRow => {
    const cells = Array.from({ length: columns }, (__, x) =>
      // The first column has no gaps, so that no row is empty.
      x > 0 && random.percent(15) ? null : cell(random),
    );
    if (random.percent(10)) merge(cells);
    return { hidden: hidesRows && at > 0 && random.percent(15), cells };
  });
  return [header, ...rows];
}

function merge(cells: (MadeCell | null)[]): void {
  const [first] = cells;
  if (first === null || first === undefined || cells.length < 3) return;
  cells[0] = { ...first, wide: true };
  cells[1] = null;
}

function cell(random: Random): MadeCell {
  const made = content(random);
  if (random.percent(6))
    // The writer of xls supports only these letters in comments.
    return {
      ...made,
      comment: {
        author: 'Ann Lee',
        text: words(random, 1 + random.below(4)).replaceAll('größe', 'size'),
      },
    };
  return made;
}

function content(random: Random): MadeCell {
  switch (random.below(10)) {
    case 0:
      return number(random, '#,##0.00');
    case 1:
      return number(random, '0.00');
    case 2:
      return { ...percent(random), format: '0%' };
    case 3:
      return date(random, 'd-mmm-yy');
    case 4:
      return date(random, 'm/d/yy');
    case 5: {
      const value = random.below(1_000_000);
      return { value, shown: String(value), formula: `${value - 1}+1` };
    }
    case 6:
      return { ...textCell(words(random, 1)), link: `https://example.com/${random.below(10_000)}` };
    case 7: {
      const lines = [words(random, 2), words(random, 1)];
      return { value: lines.join('\n'), shown: lines.join(' ') };
    }
    case 8:
      return random.percent(30)
        ? { value: true, shown: 'TRUE' }
        : textCell(words(random, 60 + random.below(60)));
    default:
      return random.percent(50) ? textCell(words(random, 1 + random.below(3))) : general(random);
  }
}

function percent(random: Random): { value: number; shown: string } {
  const value = random.below(100);
  return { value: value / 100, shown: `${value}%` };
}

function number(random: Random, format: '#,##0.00' | '0.00'): MadeCell {
  const cents = random.below(100_000_000) - 20_000_000;
  const value = cents / 100;
  const shown = value.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    useGrouping: format === '#,##0.00',
  });
  return { value, shown, format };
}

function general(random: Random): MadeCell {
  const value = random.below(1_000_000_000) / 10 ** random.below(4);
  return { value, shown: String(value) };
}

function date(random: Random, format: string): MadeCell {
  const value = 30_000 + random.below(20_000);
  const at = new Date(FIRST + value * DAY);
  const letters = `${at.getUTCDate()}-${MONTHS[at.getUTCMonth()]}-${String(at.getUTCFullYear()).slice(2)}`;
  // Dates in digits are ambiguous, so they are always converted to ISO 8601.
  return { value, shown: format === 'd-mmm-yy' ? letters : at.toISOString().slice(0, 10), format };
}

function textCell(value: string): MadeCell {
  return { value, shown: value };
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => `${random.pick(WORDS)}${random.below(1000)}`).join(
    ' ',
  );
}

/** Returns the rows of a sheet with their positions, including the empty rows between tables. */
export function placedRows({ tables }: MadeSheet): { y: number; row: MadeRow }[] {
  let y = 0;
  return tables.flatMap((rows) => {
    const placed = rows.map((row, at) => ({ y: y + at, row }));
    y += rows.length + 2;
    return placed;
  });
}
