import { type Piece } from './pieces.js';

/** Minimum width of a gap as a ratio to the font size; narrower gaps are spaces. */
const LEAST = 0.75;
/** Minimum number of lines with the same gap; fewer have it by chance. */
const LINES = 3;
/** Minimum number of lines if the text on both sides of the gap is aligned. */
const BOTH = 2;
/** Number of lines above and below that are compared. */
const NEAR = 12;
/** Maximum distance between the edges of texts in one column, in points. */
const ALIGNED = 1;
/** Minimum space that all lines leave between two columns, as a ratio to the font size. */
const FREE = 0.3;

interface Gap {
  left: Piece;
  right: Piece;
}

/**
 * Returns the pieces that start a column, even if the gap before them is no wider than a space: adjacent lines have
 * the gap at the same place, with aligned text before or after it.
 *
 * @param rows rows of the page from top to bottom, each from left to right
 */
export function columnStarts(rows: readonly (readonly Piece[])[]): ReadonlySet<Piece> {
  const starts = new Set<Piece>();
  const gaps = rows.map(listGaps);
  for (const [at, row] of gaps.entries())
    for (const gap of row) {
      const lines = [gap, ...alike(gap, at, -1), ...alike(gap, at, 1)];
      const same = (of: (each: Gap) => number) =>
        lines.filter((each) => Math.abs(of(each) - of(gap)) <= ALIGNED).length;
      const [ends, begins] = [same(({ left }) => left.x1), same(({ right }) => right.x0)];
      if (Math.max(ends, begins) >= LINES || Math.min(ends, begins) >= BOTH) starts.add(gap.right);
    }
  return starts;

  /** Returns the gaps of lines above or below that overlap a gap, up to the first line with text there. */
  function alike(gap: Gap, at: number, step: 1 | -1): Gap[] {
    const found: Gap[] = [];
    let [from, to] = [gap.left.x1, gap.right.x0];
    for (let next = at + step; Math.abs(next - at) <= NEAR; next += step) {
      const row = rows[next];
      if (row === undefined) break;
      for (const { x0, x1 } of row) {
        if (x1 <= from || x0 >= to) continue;
        // Text that overlaps the gap reduces it to one side.
        if (x0 <= from) from = Math.min(to, x1);
        else to = x0;
      }
      if (to - from < gap.right.size * FREE) break;
      const same = gaps[next]?.find(({ left, right }) => left.x1 < to && right.x0 > from);
      if (same !== undefined) found.push(same);
    }
    return found;
  }
}

function listGaps(row: readonly Piece[]): Gap[] {
  let left = row[0];
  return row.slice(1).flatMap((right) => {
    const before = left;
    if (before === undefined || right.x1 > before.x1) left = right;
    if (before === undefined) return [];
    const isGap = right.x0 - before.x1 >= Math.max(before.size, right.size) * LEAST;
    return isGap ? [{ left: before, right }] : [];
  });
}
