import Papa from 'papaparse';
import { DocumentError, type Progress } from '../converted.js';
import { decodeText } from '../input/charset.js';
import { tableOfTexts, type DocumentTree } from '../tree.js';
import { type Source } from './port.js';

/** 10 MB of commas are 10 million cells, and were 1.5 GB of memory. */
const MAX_CELLS = 1_000_000;
const MAX_COLUMNS = 16_384;
/** Rows after which progress is reported. */
const ROWS_AT_ONCE = 200;
const DELIMITERS = [',', ';', '\t', '|'];
/** Enough lines to find the separator of cells. */
const SAMPLE_LINES = 50;

/** Rows of text: comma, semicolon, tab or bar between cells, quotes around those that hold one. */
export function readTableText(source: Source): DocumentTree {
  const text = decodeText(source.bytes, source.warnings, undefined, source.charset).replaceAll(
    '\0',
    '',
  );
  const stated = /^sep=(.)\r?\n/.exec(text);
  const body = stated === null ? text : text.slice(stated[0].length);
  const delimiter = source.format === 'tsv' ? '\t' : (stated?.[1] ?? guessDelimiter(body));
  refuseLongLines(body, delimiter);
  const rows = parseRows(body, delimiter, source.progress);
  while (rows.length > 0 && rows.at(-1)?.every((cell) => cell.trim() === '') === true) rows.pop();
  if (rows.length === 0) return { blocks: [], notes: [] };
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width * rows.length > MAX_CELLS * 4) throw tooLargeError();
  const used = usedColumns(rows, width);
  return {
    blocks: [
      tableOfTexts(
        rows.map((row) => Array.from({ length: used }, (_, at) => (row[at] ?? '').trim())),
      ),
    ],
    notes: [],
  };
}

/** Returns the width without empty columns on the right, which delimiters at line ends make. */
function usedColumns(rows: string[][], width: number): number {
  let used = width;
  while (used > 1 && rows.every((row) => (row[used - 1] ?? '').trim() === '')) used -= 1;
  return used;
}

/** Checks lines before a parser makes rows of them: a line of only delimiters is a hundred times as large in memory. */
function refuseLongLines(text: string, delimiter: string): void {
  let inLine = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\n') inLine = 0;
    else if (char === delimiter) inLine += 1;
    // Within quotes a delimiter is text, and a cell may be long.
    if (inLine > MAX_COLUMNS * 8) throw tooLargeError();
  }
}

function parseRows(text: string, delimiter: string, progress?: Progress): string[][] {
  const rows: string[][] = [];
  let cells = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: 'greedy',
    step: ({ data }) => {
      cells += data.length;
      if (cells > MAX_CELLS || data.length > MAX_COLUMNS) throw tooLargeError();
      rows.push(data);
      if (rows.length % ROWS_AT_ONCE === 0) progress?.(rows.length, null, 'rows');
    },
  });
  return rows;
}

function tooLargeError(): DocumentError {
  return new DocumentError(
    'unreadable',
    `The table is too large for Markdown: more than ${MAX_CELLS} cells or ${MAX_COLUMNS} columns.`,
  );
}

/** Returns the delimiter that cuts the first lines into the most cells, and all of them into as many. */
function guessDelimiter(text: string): string {
  const sample = text.slice(0, 64 * 1024);
  const scores = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(sample, { delimiter, preview: SAMPLE_LINES });
    const lengths = data
      .filter((row) => row.length > 1 || row[0]?.trim() !== '')
      .map((row) => row.length);
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
