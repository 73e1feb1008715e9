import { type Progress } from '../converted.js';
import { type Losses, quoted } from '../input/losses.js';
import { safeUrl } from '../input/urls.js';
import { type Block, heading, type Inline, type ListItem, place, text } from '../tree.js';
import { type CellContent, linked, toPlainText } from './cell.js';
import { gridBlocks, indexOfRow, type Row } from './grid.js';

/** Limits on cells, and on text in characters, above which the Markdown would be too large. */
const MAX_CELLS = 1_000_000;
const MAX_TEXT = 20 * 1024 * 1024;
/** Maximum number of positions in tables, since a row may declare a width of a million cells. */
const MAX_POSITIONS = 4_000_000;

/** Number of rows between two progress reports. */
const ROWS_AT_ONCE = 200;

/** Maximum number of rows that are visited for links. */
const MAX_VISITS = 2_000_000;

/** The remaining limits of a workbook, and its progress. */
export interface Space {
  cells: number;
  text: number;
  positions: number;
  rows: number;
  progress?: Progress | undefined;
}

export function wholeSpace(progress?: Progress): Space {
  return { cells: MAX_CELLS, text: MAX_TEXT, positions: MAX_POSITIONS, rows: 0, progress };
}

export function limitText({ cells, text: left }: Space): string {
  if (cells < 0) return `more than ${MAX_CELLS.toLocaleString('en-US')} cells`;
  if (left < 0) return `more than ${MAX_TEXT / 1024 / 1024} Mi characters`;
  return 'a table that is mostly empty and too wide for Markdown';
}

/** A position in a sheet; both coordinates start at 0. */
export interface Spot {
  x: number;
  y: number;
}

/** The content of a sheet as found by the reader of a format: rows in order, then additions to their cells. */
export class Sheet {
  readonly rows: Row[] = [];
  /** Number of rows in the whole workbook, if it is declared. */
  expected: number | null = null;
  readonly #hiddenRows: number[] = [];
  readonly #columns = new Set<number>();
  /** Columns of the current table. */
  readonly #width = new Set<number>();
  readonly #beside: ListItem[] = [];
  #visits = MAX_VISITS;
  #hiddenColumns: (readonly [number, number])[] = [];
  /** Row at which the sheet is truncated. */
  #cut: number | undefined;

  constructor(
    readonly name: string,
    readonly number: number,
    private readonly space: Space,
    private readonly losses: Losses,
  ) {}

  get isCut(): boolean {
    return this.#cut !== undefined;
  }

  /** Number of the last kept row, from 1; 0 without rows. */
  get lastRow(): number {
    return (this.rows.at(-1)?.y ?? -1) + 1;
  }

  hideColumns(first: number, last: number): void {
    this.#hiddenColumns.push([first, last]);
  }

  /** Adds the next row. Returns false if the limits of the workbook are reached: the row and the rest are omitted. */
  add(row: Row, hidden: boolean): boolean {
    if (this.isCut) return false;
    const { space } = this;
    // Rows after an empty one form another table, which may be narrower.
    if (row.y > this.lastRow) this.#width.clear();
    for (const x of row.xs) {
      this.#columns.add(x);
      this.#width.add(x);
    }
    space.cells -= row.xs.length;
    for (const content of row.cells) space.text -= 3 + toPlainText(content).length;
    space.positions -= this.#width.size;
    if (space.cells < 0 || space.text < 0 || space.positions < 0) {
      this.#cut = row.y;
      return false;
    }
    space.rows += 1;
    if (space.rows % ROWS_AT_ONCE === 0) space.progress?.(space.rows, this.expected, 'rows');
    const before = this.rows.at(-1);
    // Most rows fill the same columns, so the array of columns is shared.
    if (before !== undefined && isSame(before.xs, row.xs)) row.xs = before.xs;
    this.rows.push(row);
    if (hidden) this.#hiddenRows.push(row.y);
    return true;
  }

  contentAt({ x, y }: Spot): CellContent | undefined {
    const row = this.rows[indexOfRow(this.rows, y)];
    const at = row?.y === y ? row.xs.indexOf(x) : -1;
    return at < 0 ? undefined : row?.cells[at];
  }

  /** Makes the cells of an area links; a target without a visible cell is written below the sheet. */
  link(first: Spot, last: Spot, target: string): void {
    const url = safeUrl(target);
    if (url === undefined) return;
    let found = 0;
    for (let index = indexOfRow(this.rows, first.y); index < this.rows.length; index += 1) {
      const row = this.rows[index];
      if (row === undefined || row.y > last.y) break;
      // Each of ten thousand links may cover the whole sheet.
      if ((this.#visits -= 1) < 0) {
        this.losses.add('Links were left out, since there are too many', () => quoted(this.name));
        return;
      }
      for (const [at, x] of row.xs.entries()) {
        const content = row.cells[at];
        if (x < first.x || x > last.x || content === undefined) continue;
        row.replace(at, linked(content, url));
        found += 1;
      }
    }
    if (found === 0) this.#note([text(`Link at ${spotName(first)}: `), createLink(url)]);
  }

  comment(spot: Spot, author: string, lines: readonly string[]): void {
    const [first = '', ...rest] = lines.filter((line) => line.trim() !== '');
    if (first === '') return;
    const by = author.trim() === '' ? 'Comment' : `Comment by ${author.trim()}`;
    const content = this.contentAt(spot);
    const on = content === undefined ? '' : ` (${quoted(toPlainText(content))})`;
    const said = rest.flatMap((line): Inline[] => [{ kind: 'break' }, text(line)]);
    this.#note([
      text(`${by}:`, { bold: true }),
      text(` at ${spotName(spot)}${on}: ${first}`),
      ...said,
    ]);
  }

  /** Adds an object above the cells, such as a picture. */
  beside(spot: Spot, what: string, content: Inline[]): void {
    this.#note([
      text(`${what} at ${spotName(spot)}`),
      ...(content.length === 0 ? [] : [text(': ')]),
      ...content,
    ]);
  }

  #note(content: Inline[]): void {
    this.#beside.push({ blocks: [{ kind: 'paragraph', content }] });
  }

  /** Returns the blocks of the sheet; none if it is empty. */
  blocks(): Block[] {
    this.#reportHidden();
    const tables = gridBlocks(this.rows);
    const items = this.#beside;
    if (tables.length === 0 && items.length === 0) return [];
    const list: Block[] =
      items.length === 0 ? [] : [{ kind: 'list', ordered: false, start: 1, items }];
    return [place('sheet', this.number), heading(2, this.name), ...tables, ...list];
  }

  #reportHidden(): void {
    const { losses } = this;
    const of = `of ${quoted(this.name)}`;
    for (const [first, last] of ranges(this.#hiddenRows))
      losses.add('Hidden or filtered rows were kept', () =>
        first === last ? `row ${first + 1} ${of}` : `rows ${first + 1} to ${last + 1} ${of}`,
      );
    const hidden = [...this.#columns]
      .filter((x) => this.#hiddenColumns.some(([first, last]) => x >= first && x <= last))
      .toSorted((a, b) => a - b);
    for (const [first, last] of ranges(hidden))
      losses.add('Hidden columns were kept', () =>
        first === last
          ? `column ${columnName(first)} ${of}`
          : `columns ${columnName(first)} to ${columnName(last)} ${of}`,
      );
  }
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((x, at) => x === others[at]);
}

function createLink(url: string): Inline {
  return { kind: 'link', url, content: [text(url)] };
}

/** Returns the ranges of consecutive numbers. */
function ranges(numbers: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const each of numbers) {
    const last = found.at(-1);
    if (last !== undefined && each === last[1] + 1) last[1] = each;
    else found.push([each, each]);
  }
  return found;
}

export function columnName(x: number): string {
  const rest = Math.floor(x / 26) - 1;
  return (rest < 0 ? '' : columnName(rest)) + String.fromCharCode(65 + (x % 26));
}

/** Returns the name of a cell, such as `B7`. */
export function spotName({ x, y }: Spot): string {
  return `${columnName(x)}${y + 1}`;
}

/** Returns the area of a reference such as `B7` or `B7:C9`. */
export function parseArea(reference: string): [Spot, Spot] | undefined {
  const [first = '', last = first] = reference.replaceAll('$', '').split(':');
  const from = parseSpot(first);
  const to = parseSpot(last);
  return from === undefined || to === undefined ? undefined : [from, to];
}

/** Returns the position of a cell name such as `B7`. */
export function parseSpot(name: string): Spot | undefined {
  const x = parseColumn(name);
  const y = Number(name.replace(/^[A-Za-z]+/, '')) - 1;
  return x < 0 || !Number.isInteger(y) || y < 0 || y > MAX_ROW ? undefined : { x, y };
}

const MAX_ROW = 10_000_000;
const MAX_COLUMN = 16_384;

/** Returns the column of a cell name such as `B7`, from 0, or -1. */
export function parseColumn(name: string): number {
  let x = 0;
  for (let at = 0; at < name.length && at < 4; at += 1) {
    const letter = name.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    x = x * 26 + letter - 64;
  }
  return x > MAX_COLUMN ? -1 : x - 1;
}
