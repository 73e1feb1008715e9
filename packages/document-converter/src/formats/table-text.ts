import { decodeText } from '../input/charset.js';
import { Losses } from '../input/losses.js';
import { layRows } from '../markdown/table.js';
import { tableCell } from '../sheets/cell.js';
import { limitText, type Space, wholeSpace } from '../sheets/sheet.js';
import { type DocumentTree } from '../tree.js';
import { type Source } from './port.js';
import { readRows } from './table-rows.js';

/** Number of rows between two progress reports. */
const ROWS_AT_ONCE = 200;
const DELIMITERS = [',', ';', '\t', '|'];
/** Size of the sample in which the cell separator is guessed: lines, and characters in total. */
const SAMPLE_LINES = 50;
const SAMPLE = 64 * 1024;

/**
 * Reads delimited text: cells separated by comma, semicolon, tab or bar, with quotes around cells that contain one.
 */
export function readTableText(source: Source): DocumentTree {
  const text = decodeText(source.bytes, source.warnings, undefined, source.charset).replaceAll(
    '\0',
    '',
  );
  const stated = /^sep=(.)\r?\n/.exec(text);
  const body = stated === null ? text : text.slice(stated[0].length);
  const delimiter = source.format === 'tsv' ? '\t' : (stated?.[1] ?? guessDelimiter(body));
  const { words } = source;
  words.source('the table', () => [body]);
  const rows = keptRows(body, delimiter, source);
  const width = usedColumns(rows);
  if (width === 0) return { blocks: [], notes: [] };
  const widths = Array.from({ length: width }, () => 0);
  for (const row of rows)
    for (const [x, cell] of row.entries())
      if (x < width) {
        words.keep(cell);
        widths[x] = Math.max(widths[x] ?? 0, tableCell(cell, false).length);
      }
  // Cells are rendered twice, since keeping the result would take as much memory as the text.
  const laid = layRows(widths, rows.length, (at) =>
    (rows[at] ?? []).slice(0, width).map((cell) => tableCell(cell, false)),
  );
  return { blocks: [{ kind: 'laid', text: laid }], notes: [] };
}

/** Returns the rows that fit, without empty ones, and reports where the others begin. */
function keptRows(text: string, delimiter: string, source: Source): string[][] {
  const space = wholeSpace(source.progress);
  const losses = new Losses();
  const rows: string[][] = [];
  let width = 0;
  const unclosed = (at: number) =>
    losses.add('Quotes that are not closed were read as characters', () => lineAt(text, at));
  for (const row of readRows(text, delimiter, unclosed)) {
    const cells = row.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '')) continue;
    width = Math.max(width, cells.length);
    if (!hasSpace(space, cells, width)) {
      source.warnings.push(
        `The table has ${limitText(space)}: it is cut after row ${rows.length}; what follows is left out.`,
      );
      source.words.skip();
      break;
    }
    rows.push(cells);
    if (rows.length % ROWS_AT_ONCE === 0) source.progress?.(rows.length, null, 'rows');
  }
  losses.report(source.warnings);
  return rows;
}

function hasSpace(space: Space, cells: readonly string[], width: number): boolean {
  space.cells -= cells.length;
  for (const cell of cells) space.text -= 3 + cell.length;
  space.positions -= width;
  return space.cells >= 0 && space.text >= 0 && space.positions >= 0;
}

function lineAt(text: string, place: number): string {
  return `line ${text.slice(0, place).split(/\r\n?|\n/).length}`;
}

/** Returns the width without the empty columns on the right that trailing delimiters create. */
function usedColumns(rows: readonly string[][]): number {
  return rows.reduce(
    (most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1),
    0,
  );
}

/** Returns the delimiter that splits the first lines into the most cells and the same number in each line. */
function guessDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const scores = DELIMITERS.map((delimiter) => {
    const lengths: number[] = [];
    for (const row of readRows(sample, delimiter, () => undefined)) {
      if (row.length > 1 || row[0]?.trim() !== '') lengths.push(row.length);
      if (lengths.length >= SAMPLE_LINES) break;
    }
    const counts = new Map<number, number>();
    for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [columns, lines] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [
      1, 0,
    ];
    const agreement = lengths.length === 0 ? 0 : lines / lengths.length;
    return { delimiter, score: columns > 1 ? agreement * agreement * Math.log2(columns + 1) : 0 };
  });
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
}
