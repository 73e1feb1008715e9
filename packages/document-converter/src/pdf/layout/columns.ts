import { type Box } from './boxes.js';

/** Narrower gutters are gaps between words, in points. */
const MIN_GUTTER = 8;
const MIN_LINES = 3;
/** If there are more boxes than a printed page has, they are read line by line. */
const MAX_BOXES = 2000;
const MAX_DEPTH = 12;

interface Gutter {
  x: number;
  from: number;
  to: number;
  score: number;
}

/**
 * Returns boxes in reading order, as groups within which lines follow each other downwards: first boxes above the columns, then
 * each column from top to bottom, then boxes below.
 * @param isText whether a box is a line of running text, not a word of a table
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
  const above: T[] = [];
  const left: T[] = [];
  const right: T[] = [];
  const below: T[] = [];
  for (const box of boxes) {
    const y = (box.y0 + box.y1) / 2;
    if (y < gutter.from) above.push(box);
    else if (y > gutter.to) below.push(box);
    else if ((box.x0 + box.x1) / 2 < gutter.x) left.push(box);
    else right.push(box);
  }
  return [above, left, right, below].flatMap((part) => order(part, isText, depth + 1));
}

/** Returns the gutter between two columns over the most lines. */
function bestGutter<T extends Box>(boxes: T[], isText: (box: T) => boolean): Gutter | undefined {
  let best: Gutter | undefined;
  const candidates = new Set(boxes.map(({ x0 }) => Math.round(x0 - MIN_GUTTER / 2)));
  for (const x of candidates) {
    const gutter = gutterAt(x, boxes, isText);
    if (gutter !== undefined && gutter.score > (best?.score ?? 0)) best = gutter;
  }
  return best;
}

function gutterAt<T extends Box>(
  x: number,
  boxes: T[],
  isText: (box: T) => boolean,
): Gutter | undefined {
  let best: Gutter | undefined;
  let open: T[] = [];
  let from = -Infinity;
  const close = (to: number) => {
    const score = scoreOf(x, open, isText);
    if (score > (best?.score ?? 0)) best = { x, from, to, score };
    open = [];
  };
  for (const box of boxes) {
    if (box.x0 < x + MIN_GUTTER / 2 - 1 && box.x1 > x - MIN_GUTTER / 2 + 1) {
      close((box.y0 + box.y1) / 2 - 0.1);
      from = (box.y0 + box.y1) / 2 + 0.1;
    } else open.push(box);
  }
  close(Infinity);
  return best;
}

/** Returns a score for two columns of text, as opposed to cells of a table; 0 for none. */
function scoreOf<T extends Box>(x: number, boxes: T[], isText: (box: T) => boolean): number {
  const left = boxes.filter((box) => box.x1 <= x);
  const right = boxes.filter((box) => box.x0 >= x);
  const least = Math.min(left.length, right.length);
  if (least < MIN_LINES) return 0;
  const texts = (side: T[]) => side.filter(isText).length;
  if (texts(left) < left.length * 0.4 || texts(right) < right.length * 0.4) return 0;
  // Columns are beside each other.
  const overlap =
    Math.min(...[left, right].map((side) => Math.max(...side.map(({ y1 }) => y1)))) -
    Math.max(...[left, right].map((side) => Math.min(...side.map(({ y0 }) => y0))));
  return overlap > 0 ? texts(left) + texts(right) + least : 0;
}
