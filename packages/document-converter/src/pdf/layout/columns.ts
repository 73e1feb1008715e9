import { bounds, type Box, middle } from './boxes.js';
import { groupIntoRows } from './lines.js';

/** Minimum width of a gutter in points; narrower gaps are between words. */
const MIN_GUTTER = 8;
const MIN_LINES = 3;
/** If there are more boxes than a printed page has, they are read line by line. */
const MAX_BOXES = 2000;
const MAX_DEPTH = 12;

/** Share of one side's lines with several cells from which the whole is a table. */
const FULL_ROWS = 0.4;
/** Share of these lines with text at the same height on the other side. */
const SAME_ROWS = 0.8;
/** Maximum height difference of lines in one row, in points. */
const SAME_LINE = 1;

interface Gutter {
  x: number;
  from: number;
  to: number;
  score: number;
}

/**
 * Returns boxes in reading order, in groups of consecutive lines: boxes above the columns, each column from top to
 * bottom, then boxes below.
 * @param isText whether a box is a line of running text rather than a word of a table
 */
export function readingOrder<T extends Box>(
  boxes: readonly T[],
  isText: (box: T) => boolean,
): T[][] {
  const sorted = boxes.toSorted((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  return sorted.length > MAX_BOXES ? [sorted] : order(sorted, isText, 0);
}

function order<T extends Box>(boxes: T[], isText: (box: T) => boolean, depth: number): T[][] {
  if (boxes.length === 0) return [];
  const gutter = depth < MAX_DEPTH ? bestGutter(boxes, isText) : undefined;
  if (gutter === undefined) return [boxes];
  const { x, from, to } = gutter;
  const classifyBox = (box: T) => {
    const y = middle(box.y0, box.y1);
    if (y < from || y > to) return y < from ? 0 : 3;
    return middle(box.x0, box.x1) < x ? 1 : 2;
  };
  const parts = Map.groupBy(boxes, classifyBox);
  return ([0, 1, 2, 3] as const).flatMap((part) => order(parts.get(part) ?? [], isText, depth + 1));
}

/** Returns the gutter between two columns that spans the most lines. */
function bestGutter<T extends Box>(boxes: T[], isText: (box: T) => boolean): Gutter | undefined {
  let best: Gutter | undefined;
  for (const x of new Set(boxes.map(({ x0 }) => Math.round(x0 - MIN_GUTTER / 2)))) {
    let open: T[] = [];
    let from = -Infinity;
    const close = (to: number) => {
      const score = scoreGutter(x, open, isText);
      if (score > (best?.score ?? 0)) best = { x, from, to, score };
      open = [];
    };
    for (const box of boxes) {
      if (box.x0 >= x + MIN_GUTTER / 2 - 1 || box.x1 <= x - MIN_GUTTER / 2 + 1) {
        open.push(box);
        continue;
      }
      close(middle(box.y0, box.y1) - 0.1);
      from = middle(box.y0, box.y1) + 0.1;
    }
    close(Infinity);
  }
  return best;
}

/** Returns the score of a gutter between two text columns, as opposed to table cells, or 0. */
function scoreGutter<T extends Box>(x: number, boxes: T[], isText: (box: T) => boolean): number {
  const left = boxes.filter((box) => box.x1 <= x);
  const right = boxes.filter((box) => box.x0 >= x);
  const least = Math.min(left.length, right.length);
  if (least < MIN_LINES) return 0;
  const texts = (side: T[]) => side.filter(isText).length;
  if (texts(left) < left.length * 0.4 || texts(right) < right.length * 0.4) return 0;
  // Columns overlap vertically.
  const [a, b] = [bounds(left), bounds(right)];
  if (Math.min(a.y1, b.y1) <= Math.max(a.y0, b.y0)) return 0;
  return areRows(left, right, isText) || areRows(right, left, isText)
    ? 0
    : texts(left) + texts(right) + least;
}

/** Returns whether boxes are cells of rows that continue on the other side, however long their texts are. */
function areRows<T extends Box>(
  side: readonly T[],
  others: readonly T[],
  isText: (box: T) => boolean,
): boolean {
  const rows = groupIntoRows(side);
  // Lines of several text columns also have the same height.
  const full = rows.filter((row) => row.length >= 2 && !row.every(isText));
  if (full.length < rows.length * FULL_ROWS) return false;
  const places = others.map(({ y0, y1 }) => middle(y0, y1));
  const beside = full.filter(([first]) => {
    const place = first === undefined ? NaN : middle(first.y0, first.y1);
    return places.some((other) => Math.abs(other - place) < SAME_LINE);
  });
  return beside.length > full.length * SAME_ROWS;
}
