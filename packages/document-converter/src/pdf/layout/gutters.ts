import { type Piece } from './pieces.js';

/** Ratio to the size of its text: a narrower gap is a space, wherever else it is. */
const LEAST = 0.75;
/** Lines that have the same gap: fewer have it by chance. */
const LINES = 3;
/** Lines that are enough where the text before the gap ends at one place, and the text after it begins at one. */
const BOTH = 2;
/** Lines on either side that are looked at. */
const NEAR = 12;
/** In points: texts that begin or end this near to each other are of one column. */
const ALIGNED = 1;
/** Ratio to the size: what all lines leave free between two columns. */
const FREE = 0.3;

interface Gap {
  left: Piece;
  right: Piece;
}

/**
 * Returns the pieces before which a column begins, although the gap before them may be that of two words: lines below each other
 * have it at the same place, with text that ends before it or begins after it at one place.
 *
 * @param rows of the page from top to bottom, each from left to right
 */
export function columnStarts(rows: readonly (readonly Piece[])[]): ReadonlySet<Piece> {
  const starts = new Set<Piece>();
  const gaps = rows.map(gapsOf);
  for (const [at, row] of gaps.entries())
    for (const gap of row) {
      const lines = [gap, ...alike(gap, at, -1), ...alike(gap, at, 1)];
      const same = (of: (each: Gap) => number) =>
        lines.filter((each) => Math.abs(of(each) - of(gap)) <= ALIGNED).length;
      const [ends, begins] = [same(({ left }) => left.x1), same(({ right }) => right.x0)];
      if (Math.max(ends, begins) >= LINES || Math.min(ends, begins) >= BOTH) starts.add(gap.right);
    }
  return starts;

  /** Returns the gaps of lines above or below that lie over one, as far as no line has text there. */
  function alike(gap: Gap, at: number, step: 1 | -1): Gap[] {
    const found: Gap[] = [];
    let [from, to] = [gap.left.x1, gap.right.x0];
    for (let next = at + step; Math.abs(next - at) <= NEAR; next += step) {
      const row = rows[next];
      if (row === undefined) break;
      for (const { x0, x1 } of row) {
        if (x1 <= from || x0 >= to) continue;
        // What is over the gap leaves what is on one side of it.
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

function gapsOf(row: readonly Piece[]): Gap[] {
  let left = row[0];
  return row.slice(1).flatMap((right) => {
    const before = left;
    if (before === undefined || right.x1 > before.x1) left = right;
    if (before === undefined) return [];
    const isGap = right.x0 - before.x1 >= Math.max(before.size, right.size) * LEAST;
    return isGap ? [{ left: before, right }] : [];
  });
}
