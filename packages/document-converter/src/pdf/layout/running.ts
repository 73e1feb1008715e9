// Headers and footers, which repeat on the pages of a document, are kept where they are first.
import { type Box, isInside, median } from './boxes.js';
import { gridsOf } from './grids.js';
import { rowsOf, type Segment, segmentsOf, segmentText } from './lines.js';
import { type PageContent, type Piece } from './pieces.js';

/** Ratio to the height of a page, at its top and bottom. */
const BAND = 0.11;
/** Lines at either end of a page that may be a header or footer. */
const MAX_LINES = 3;
const MIN_PAGES = 3;
/** In points: lines that are this much further from the end of their pages are others. */
const SAME_PLACE = 6;
/** Ratio to the usual space between lines of a page: what is nearer to the text belongs to it. */
const APART = 1.3;
/** In points: cells that begin or end this near to each other are of one column. */
const ALIGNED = 2;

/** A line at the top or the bottom of a page. */
interface EdgeLine {
  page: number;
  end: 'top' | 'bottom';
  /** From the end of the page, in points. */
  distance: number;
  text: string;
  pieces: readonly Piece[];
  /** Its cells, and those of the next line towards the middle of the page. */
  cells: readonly Segment[];
  inner: EdgeLine | undefined;
  /** The space between the two, as a ratio to what is usual on the page. */
  space: number;
  isInGrid: boolean;
}

/** Pages, with what was left out of them: the pages (the first is 0) that have lost a line that an earlier one has, or a page number. */
export interface WithoutRunning {
  pages: PageContent[];
  repeated: ReadonlySet<number>;
  numbered: ReadonlySet<number>;
}

/** Returns pages without the headers and footers that an earlier page has, and without page numbers. */
export function withoutRunning(pages: PageContent[]): WithoutRunning {
  const [repeated, numbered] = [new Set<number>(), new Set<number>()];
  if (pages.length < 2) return { pages, repeated, numbered };
  const left = new Set<Piece>();
  for (const lines of runningLines(pages)) {
    const areNumbers = lines.every(({ text }) => isPageNumber(text));
    const first = Math.min(...lines.map(({ page }) => page));
    for (const { page, pieces } of lines) {
      if (page === first && !areNumbers) continue;
      (areNumbers ? numbered : repeated).add(page);
      for (const piece of pieces) left.add(piece);
    }
  }
  if (left.size === 0) return { pages, repeated, numbered };
  const kept = pages.map((page) => ({
    ...page,
    pieces: page.pieces.filter((piece) => !left.has(piece)),
  }));
  return { pages: kept, repeated, numbered };
}

/** Returns groups of lines that say the same on several pages, but for the number of the page. */
function runningLines(pages: PageContent[]): EdgeLine[][] {
  const lines = pages.flatMap((page, at) => edgeLines(page, at));
  const groups = groupBy(
    lines.flatMap((line) => keysOf(line).map((key) => ({ line, key }))),
    ({ key }) => key,
  );
  const same = groups
    .map((group) => inOnePlace(group.map(({ line }) => line)))
    .filter((group) => isRunning(group, pages.length));
  const running = new Set(same.flat());
  // What is nearest to the text is judged first, since a line of a header is set apart from the text by the ones below it.
  for (const line of [...running].toSorted((a, b) => b.distance - a.distance))
    if (isOfText(line, running)) running.delete(line);
  return same
    .map((group) => group.filter((line) => running.has(line)))
    .filter((group) => isRunning(group, pages.length));
}

function isRunning(group: readonly EdgeLine[], count: number): boolean {
  const on = new Set(group.map(({ page }) => page)).size;
  return (
    on >= MIN_PAGES || (on === 2 && count === 2 && group.every(({ text }) => isPageNumber(text)))
  );
}

/** Returns the lines at both ends of a page, the outermost of each first. */
function edgeLines(page: PageContent, at: number): EdgeLine[] {
  const rows = rowsOf(page.pieces).map((pieces) => ({ pieces, ...extentOf(pieces) }));
  const spaces = rows.slice(1).map((row, index) => row.y0 - (rows[index]?.y1 ?? row.y0));
  // On a page of few lines none is near to another.
  const size = median(page.pieces.map((piece) => piece.size));
  const usual = Math.max(1, Math.min(median(spaces), size));
  return [
    ...linesInwards(rows, 'top', { page, at, usual }),
    ...linesInwards(rows.toReversed(), 'bottom', { page, at, usual }),
  ];
}

function linesInwards(
  rows: readonly { pieces: Piece[]; y0: number; y1: number }[],
  end: EdgeLine['end'],
  { page, at, usual }: { page: PageContent; at: number; usual: number },
): EdgeLine[] {
  const grids = gridsOf(page.rules);
  let outer: EdgeLine | undefined;
  const lines: EdgeLine[] = [];
  for (const [index, { pieces, y0, y1 }] of rows.slice(0, MAX_LINES + 1).entries()) {
    const cells = segmentsOf(pieces);
    const line: EdgeLine = {
      page: at,
      end,
      distance: end === 'top' ? y0 : page.height - y1,
      text: cells.map(segmentText).join(' '),
      pieces,
      cells,
      inner: undefined,
      space: Infinity,
      isInGrid: grids.some((grid) => pieces.every((piece) => isInside(piece, grid))),
    };
    if (outer !== undefined) {
      const before = rows[index - 1] ?? { y0, y1 };
      outer.inner = line;
      outer.space = (end === 'top' ? y0 - before.y1 : before.y0 - y1) / usual;
    }
    outer = line;
    if (line.distance + (y1 - y0) < page.height * BAND) lines.push(line);
  }
  return lines.slice(0, MAX_LINES).filter(({ text }) => text !== '' && text.length < 200);
}

function extentOf(boxes: readonly Box[]): { y0: number; y1: number } {
  return {
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}

/** Returns the text as it stands, and, for each number in it that may be that of the page, the text around that. */
function keysOf({ end, text, page }: EdgeLine): string[] {
  const numbers = [...text.matchAll(/(?<![\d.,:/-])\d{1,4}(?![\d.,:/-]*\d)/g)].slice(0, 8);
  return [
    `${end} ${text}`,
    ...numbers.map(({ 0: number, index }) => {
      const around = `${text.slice(0, index)}#${text.slice(index + number.length)}`;
      return `${end} ${Number(number) - page} ${around}`;
    }),
  ];
}

/** Returns the lines that are as far from the end of their pages as most of them. */
function inOnePlace(lines: EdgeLine[]): EdgeLine[] {
  const usual = median(lines.map(({ distance }) => distance));
  return lines.filter(({ distance }) => Math.abs(distance - usual) <= SAME_PLACE);
}

/** Returns whether a line belongs to the text or the table beside it, and is no header or footer. */
function isOfText(line: EdgeLine, running: ReadonlySet<EdgeLine>): boolean {
  if (isPageNumber(line.text)) return false;
  if (line.isInGrid) return true;
  const { inner, cells, space } = line;
  if (inner === undefined || running.has(inner)) return false;
  const aligned = cells.filter((cell) => inner.cells.some((other) => isAligned(cell, other)));
  if (aligned.length >= 2 && space < APART * 2) return true;
  const [size, innerSize] = [cells[0]?.size ?? 0, inner.cells[0]?.size ?? 0];
  return space < APART && Math.abs(size - innerSize) < 0.5;
}

function isAligned(a: Box, b: Box): boolean {
  return Math.abs(a.x0 - b.x0) < ALIGNED || Math.abs(a.x1 - b.x1) < ALIGNED;
}

function isPageNumber(text: string): boolean {
  return /^(?:page\s+)?[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:\/|of)\s*\d{1,4})?$/i.test(text);
}

function groupBy<T>(all: readonly T[], key: (each: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const at = key(each);
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}
