import { layRows } from '../markdown/table.js';
import { type Block } from '../tree.js';
import { type CellContent, cellBlocks, isBlank, joined, tableCell } from './cell.js';

const BETWEEN = '\0';

/**
 * The non-empty cells of a row from left to right. Since a workbook has very many rows, a row is stored as one string
 * if possible.
 */
export class Row {
  #cells: readonly CellContent[] | string;

  constructor(
    /** Index of the row, from 0. */
    readonly y: number,
    /** The columns of the cells. */
    public xs: readonly number[],
    cells: readonly CellContent[],
  ) {
    const texts = cells.filter((cell) => typeof cell === 'string');
    const isPlain = texts.length === cells.length && !texts.some((each) => each.includes(BETWEEN));
    this.#cells = isPlain ? texts.join(BETWEEN) : cells;
  }

  get cells(): readonly CellContent[] {
    return typeof this.#cells === 'string' ? this.#cells.split(BETWEEN) : this.#cells;
  }

  replace(at: number, content: CellContent): void {
    this.#cells = this.cells.with(at, content);
  }
}

/** Width from which empty columns are omitted from a table. */
const MAX_EMPTY_WIDTH = 256;

/**
 * Returns the tables of a sheet, which are separated by empty rows; empty columns around them are omitted. A single
 * cell becomes a line of text, such as a title.
 */
export function gridBlocks(rows: readonly Row[]): Block[] {
  const bands: Row[][] = [];
  let open: Row[] = [];
  for (const row of rows) {
    const last = open.at(-1);
    // A header separated from its table by an empty row stays with it.
    const apart = last !== undefined && row.y > last.y + 1;
    if (apart && (open.length !== 1 || last.xs.length < 2)) {
      bands.push(open);
      open = [];
    }
    open.push(row);
  }
  if (open.length > 0) bands.push(open);
  return bands.flatMap(bandBlocks);
}

function bandBlocks(band: Row[]): Block[] {
  const used = usedColumns(band);
  const [only] = band;
  if (used.length === 1 && band.length === 1 && only !== undefined)
    return only.cells.flatMap(cellBlocks);
  const first = used[0] ?? 0;
  const span = (used.at(-1) ?? 0) - first + 1;
  if (span <= MAX_EMPTY_WIDTH || span <= 2 * used.length)
    return [table(band, (x) => x - first, span)];
  const places = new Map(used.map((x, index) => [x, index]));
  return [table(band, (x) => places.get(x) ?? 0, used.length)];
}

/**
 * Returns rows as a table. Cells are rendered twice, since keeping the result would take as much memory as the
 * workbook.
 */
function table(band: readonly Row[], placeOf: (x: number) => number, width: number): Block {
  const widths = Array.from<number>({ length: width }).fill(0);
  for (const [index, { xs, cells }] of band.entries())
    for (const [at, x] of xs.entries()) {
      const place = placeOf(x);
      const { length } = tableCell(cells[at] ?? '', index === 0);
      if (length > (widths[place] ?? 0)) widths[place] = length;
    }
  const texts = Array.from<string>({ length: width });
  const rowTexts = (index: number): readonly string[] => {
    texts.fill('');
    const row = band[index];
    if (row === undefined) return texts;
    const { xs, cells } = row;
    for (const [at, x] of xs.entries()) texts[placeOf(x)] = tableCell(cells[at] ?? '', index === 0);
    return texts;
  };
  return { kind: 'laid', text: layRows(widths, band.length, rowTexts) };
}

function usedColumns(band: readonly Row[]): number[] {
  const used = new Set<number>();
  for (const { xs } of band) for (const x of xs) used.add(x);
  return [...used].toSorted((a, b) => a - b);
}

/** Returns the index of the first row at or after `y` in sorted rows. */
export function indexOfRow(rows: readonly Row[], y: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.y ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Collects the cells of one row after the other, in the order of the reader. */
export class RowBuilder {
  #xs: number[] = [];
  #cells: CellContent[] = [];
  #sorted = true;

  add(x: number, content: CellContent): void {
    if (content === '' || isBlank(content)) return;
    if (x <= (this.#xs.at(-1) ?? -1)) this.#sorted = false;
    this.#xs.push(x);
    this.#cells.push(content);
  }

  /** Returns the row sorted by column and begins another; `undefined` if it is empty. */
  take(y: number): Row | undefined {
    if (this.#xs.length === 0) return undefined;
    if (!this.#sorted) this.#sort();
    // Slices have no unused capacity.
    const row = new Row(y, this.#xs.slice(), this.#cells.slice());
    this.#xs.length = 0;
    this.#cells.length = 0;
    this.#sorted = true;
    return row;
  }

  /** Sorts the cells by column, and joins several contents of one cell. */
  #sort(): void {
    const found = new Map<number, CellContent>();
    for (const [at, x] of this.#xs.entries()) {
      const content = this.#cells[at] ?? '';
      const before = found.get(x);
      found.set(x, before === undefined ? content : joined(before, content));
    }
    const cells = [...found].toSorted(([a], [b]) => a - b);
    this.#xs = cells.map(([x]) => x);
    this.#cells = cells.map(([, content]) => content);
  }
}
