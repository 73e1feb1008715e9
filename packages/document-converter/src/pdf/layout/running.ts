// Text that repeats on every page, such as its number, belongs to no text.
import { type PageContent, type Piece } from './pieces.js';
import { rowsOf, segmentOf, segmentText } from './lines.js';

/** Ratio to the height of a page, at its top and bottom. */
const BAND = 0.11;
const MIN_PAGES = 3;

interface Row {
  page: number;
  pieces: Piece[];
  text: string;
  /** At the top or the bottom. */
  end: 'top' | 'bottom';
}

/** Returns pages without headers, footers and page numbers that repeat through the document. */
export function withoutRunning(pages: PageContent[]): PageContent[] {
  if (pages.length < 2) return pages;
  const rows = pages.flatMap((page, at) => edgeRows(page, at));
  const running = new Set<Piece>();
  for (const same of [
    ...groupBy(rows, ({ text, end }) => `${end} ${text.replaceAll(/\d+/g, '#')}`),
    ...countedRows(rows),
  ]) {
    const on = new Set(same.map(({ page }) => page)).size;
    if (
      on >= MIN_PAGES ||
      (on === 2 && pages.length === 2 && same.every(({ text }) => isPageNumber(text)))
    )
      for (const { pieces } of same) for (const piece of pieces) running.add(piece);
  }
  if (running.size === 0) return pages;
  return pages.map((page) => ({
    ...page,
    pieces: page.pieces.filter((piece) => !running.has(piece)),
  }));
}

function edgeRows({ pieces, height }: PageContent, page: number): Row[] {
  const rowOf = (row: Piece[], end: Row['end']): Row => ({
    page,
    pieces: row,
    end,
    text: segmentText(segmentOf(row.toSorted((a, b) => a.x0 - b.x0))),
  });
  const top = pieces.filter(({ y1 }) => y1 < height * BAND);
  const bottom = pieces.filter(({ y0 }) => y0 > height * (1 - BAND));
  return [
    ...rowsOf(top)
      .slice(0, 3)
      .map((row) => rowOf(row, 'top')),
    ...rowsOf(bottom)
      .slice(-3)
      .map((row) => rowOf(row, 'bottom')),
  ].filter(({ text }) => text !== '' && text.length < 200);
}

/** Returns rows that begin or end with a number that grows with the pages. */
function countedRows(rows: Row[]): Row[][] {
  const counted = rows.flatMap((row) => {
    const first = /^(?:page\s+)?(\d{1,4})(?!\S)/i.exec(row.text)?.[1];
    const last = /(?:^|\s)(\d{1,4})(?:\s*\/\s*\d+|\s+of\s+\d+)?$/i.exec(row.text)?.[1];
    return [...new Set([first, last])].flatMap((number) =>
      number === undefined ? [] : [{ row, offset: Number(number) - row.page }],
    );
  });
  return groupBy(counted, ({ row, offset }) => `${row.end} ${offset}`).map((same) =>
    same.map(({ row }) => row),
  );
}

function isPageNumber(text: string): boolean {
  return /^(?:page\s+)?[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:\/|of)\s*\d{1,4})?$/i.test(text);
}

function groupBy<T>(all: T[], key: (each: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const at = key(each);
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}
