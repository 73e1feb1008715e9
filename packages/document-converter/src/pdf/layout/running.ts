// Repeated headers and footers are kept only where they occur first.
import { bounds, isInside, median } from './boxes.js';
import { detectGrids } from './grids.js';
import { groupIntoRows, type Segment, buildSegments, segmentText } from './lines.js';
import { type PageContent, type Piece } from './pieces.js';

/** Height of the top and bottom margins as a ratio to the page height. */
const BAND = 0.11;
/** Maximum number of lines at either end of a page that may be a header or footer. */
const MAX_LINES = 3;
const MIN_PAGES = 3;
/** Maximum difference of the distances from the page edge for lines to match, in points. */
const SAME_PLACE = 6;
/** Ratio to the usual line distance of a page below which a line belongs to the text. */
const APART = 1.3;
/** Maximum distance between the edges of cells in one column, in points. */
const ALIGNED = 2;

/** A line at the top or the bottom of a page. */
interface EdgeLine {
  page: number;
  end: 'top' | 'bottom';
  /** Distance from the edge of the page in points. */
  distance: number;
  text: string;
  pieces: readonly Piece[];
  /** Next line towards the middle of the page, if it is as close as lines of one text or table. */
  beside: EdgeLine | undefined;
  isInGrid: boolean;
}

/** Pages, with the indices of the pages from which a repeated line or a page number was removed. */
export interface WithoutRunning {
  pages: PageContent[];
  repeated: ReadonlySet<number>;
  numbered: ReadonlySet<number>;
}

/** Returns pages without headers and footers that occur on an earlier page, and without page numbers. */
export function withoutRunning(pages: PageContent[]): WithoutRunning {
  const [repeated, numbered] = [new Set<number>(), new Set<number>()];
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
  const kept = pages.map((page) => ({
    ...page,
    pieces: page.pieces.filter((piece) => !left.has(piece)),
  }));
  return { pages: kept, repeated, numbered };
}

/** Returns groups of lines that are equal on several pages except for the page number. */
function runningLines(pages: PageContent[]): EdgeLine[][] {
  const keyed = pages.flatMap((page, at) =>
    edgeLines(page, at).flatMap((line) => listLineKeys(line).map((key) => ({ line, key }))),
  );
  const same = [...Map.groupBy(keyed, ({ key }) => key).values()]
    .map((group) => {
      const usual = median(group.map(({ line }) => line.distance));
      const isThere = ({ distance }: EdgeLine) => Math.abs(distance - usual) <= SAME_PLACE;
      return group.map(({ line }) => line).filter(isThere);
    })
    .filter((group) => isRunning(group, pages.length));
  const running = new Set(same.flat());
  // Lines closest to the text are checked first, since the lower lines of a header separate the upper ones from the
  // text.
  for (const line of [...running].toSorted((a, b) => b.distance - a.distance)) {
    const isOfText = line.isInGrid || (line.beside !== undefined && !running.has(line.beside));
    if (isOfText && !isPageNumber(line.text)) running.delete(line);
  }
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

/** Returns the lines at the top and bottom of a page. */
function edgeLines({ pieces, rules, height }: PageContent, page: number): EdgeLine[] {
  const rows = groupIntoRows(pieces).map((row) => ({
    ...bounds(row),
    cells: buildSegments(row),
    row,
  }));
  const spaces = rows.slice(1).map((row, index) => row.y0 - (rows[index]?.y1 ?? row.y0));
  // A page with few lines has no adjacent ones.
  const usual = Math.max(1, Math.min(median(spaces), median(pieces.map(({ size }) => size))));
  const grids = detectGrids(rules);
  return (['top', 'bottom'] as const).flatMap((end) => {
    const inwards = (end === 'top' ? rows : rows.toReversed()).slice(0, MAX_LINES + 1);
    let beside: EdgeLine | undefined;
    const lines = inwards.toReversed().map((row, index, all) => {
      const inner = all[index - 1];
      const isNear = inner !== undefined && areOne(row.cells, inner.cells, usual);
      beside = {
        page,
        end,
        distance: end === 'top' ? row.y0 : height - row.y1,
        text: row.cells.map(segmentText).join(' '),
        pieces: row.row,
        beside: isNear ? beside : undefined,
        isInGrid: grids.some((grid) => row.row.every((piece) => isInside(piece, grid))),
      };
      return { line: beside, depth: beside.distance + row.y1 - row.y0 };
    });
    return lines
      .slice(-MAX_LINES)
      .filter(
        ({ line: { text }, depth }) => depth < height * BAND && text !== '' && text.length < 200,
      )
      .map(({ line }) => line);
  });
}

/**
 * Returns whether two lines belong to one table or text: with aligned cells, or of one font size and without much
 * space between.
 */
function areOne(line: readonly Segment[], inner: readonly Segment[], usual: number): boolean {
  const [a, b] = [bounds(line), bounds(inner)];
  const space = Math.max(b.y0 - a.y1, a.y0 - b.y1) / usual;
  const aligned = line.filter(({ x0, x1 }) =>
    inner.some((other) => Math.min(Math.abs(x0 - other.x0), Math.abs(x1 - other.x1)) < ALIGNED),
  );
  if (aligned.length >= 2 && space < APART * 2) return true;
  return space < APART && Math.abs((line[0]?.size ?? 0) - (inner[0]?.size ?? 0)) < 0.5;
}

/** Returns the text and, for each number that may be the page number, the text around it. */
function listLineKeys({ end, text, page }: EdgeLine): string[] {
  const numbers = [...text.matchAll(/(?<![\d.,:/-])\d{1,4}(?![\d.,:/-]*\d)/g)].slice(0, 8);
  return [
    `${end} ${text}`,
    ...numbers.map(({ 0: number, index }) => {
      const around = `${text.slice(0, index)}#${text.slice(index + number.length)}`;
      return `${end} ${Number(number) - page} ${around}`;
    }),
  ];
}

function isPageNumber(text: string): boolean {
  return /^(?:page\s+)?[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:\/|of)\s*\d{1,4})?$/i.test(text);
}
