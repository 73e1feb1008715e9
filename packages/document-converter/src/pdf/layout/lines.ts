import { bounds, type Box } from './boxes.js';
import { columnStarts } from './gutters.js';
import { type Piece } from './pieces.js';

/** Adjacent pieces that are read together: a line of a column, or the text of a cell. */
export interface Segment extends Box {
  pieces: Piece[];
  /** Font size of most of the text, in points. */
  size: number;
}

/** Width of a gap that separates columns and cells, as a ratio to the font size. */
const GAP = 1.15;

const MARKER = /^(?:[\p{So}\p{Co}•‣◦▪–*-]|\(?[\p{L}\d]{1,3}[.)]|\d+(?:\.\d+)+\.?)\s*$/u;

/** Returns the segments of a page from top to bottom and left to right. */
export function buildSegments(pieces: Piece[]): Segment[] {
  const rows = groupIntoRows(pieces).map((row) => row.toSorted((a, b) => a.x0 - b.x0));
  const starts = columnStarts(rows);
  return rows.flatMap((row) => {
    const out: Piece[][] = [];
    let end = -Infinity;
    for (const piece of row) {
      const open = out.at(-1);
      const last = open?.at(-1);
      if (
        open === undefined ||
        last === undefined ||
        piece.x0 - end > computeMaxGap(last, piece, out.length + open.length === 2, starts)
      )
        out.push([piece]);
      else open.push(piece);
      end = Math.max(end, piece.x1);
    }
    return out.map((each) => buildSegment(each));
  });
}

/** @param isFirst whether the left piece is the first of its line */
function computeMaxGap(
  left: Piece,
  right: Piece,
  isFirst: boolean,
  starts: ReadonlySet<Piece>,
): number {
  const size = Math.max(left.size, right.size);
  if (isOther(left, right)) return Math.min(left.size, right.size) * 0.5;
  // Spaces in code are as wide as letters, and often repeated.
  if (left.style.code === true && right.style.code === true) return size * 6;
  // The marker of an item, or the number of a heading, is separated from its text.
  if (isFirst && MARKER.test(left.text)) return size * 3;
  return starts.has(right) ? 0 : size * GAP;
}

/** Returns whether words of another font size are a separate text, such as text beside a title. */
export function isOther(
  left: { size: number; text: string },
  right: { size: number; text: string },
): boolean {
  const large = Math.max(left.size, right.size);
  return (
    large > Math.min(left.size, right.size) * 1.25 && left.text.length > 4 && right.text.length > 4
  );
}

export function buildSegment(pieces: Piece[]): Segment {
  return { ...bounds(pieces), pieces, size: usualSize(pieces) };
}

/** Returns the font size of most text. */
export function usualSize(pieces: readonly Piece[]): number {
  const weights = new Map<number, number>();
  for (const { size, text } of pieces) weights.set(size, (weights.get(size) ?? 0) + text.length);
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Joins the segments of each line. */
export function lineSegments(segments: readonly Segment[]): Segment[] {
  return groupIntoRows(segments).map((row) =>
    buildSegment(row.toSorted((a, b) => a.x0 - b.x0).flatMap(({ pieces }) => pieces)),
  );
}

/** Groups boxes by line across the page, from top to bottom. */
export function groupIntoRows<T extends Box>(boxes: readonly T[]): T[][] {
  const rows: { y0: number; y1: number; boxes: T[] }[] = [];
  for (const box of boxes.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1)) {
    const row = rows.at(-1);
    const middle = (box.y0 + box.y1) / 2;
    const height = box.y1 - box.y0;
    if (row !== undefined && isOn(row, middle, box, height)) {
      row.boxes.push(box);
      // Superscripts and subscripts do not move the line.
      if (height > row.y1 - row.y0) Object.assign(row, { y0: box.y0, y1: box.y1 });
    } else rows.push({ y0: box.y0, y1: box.y1, boxes: [box] });
  }
  return rows.map((row) => row.boxes);
}

function isOn(row: { y0: number; y1: number }, middle: number, box: Box, height: number): boolean {
  const rowMiddle = (row.y0 + row.y1) / 2;
  const common = Math.min(row.y1, box.y1) - Math.max(row.y0, box.y0);
  const least = Math.min(height, row.y1 - row.y0);
  return common > least * 0.55 || Math.abs(middle - rowMiddle) < least * 0.3;
}

/** Cached texts of segments. */
const texts = new WeakMap<Segment, string>();

export function segmentText(segment: Segment): string {
  const known = texts.get(segment);
  if (known !== undefined) return known;
  const text = joinPieceTexts(segment);
  texts.set(segment, text);
  return text;
}

function joinPieceTexts({ pieces }: Segment): string {
  let out = '';
  let end = 0;
  for (const piece of pieces) {
    if (out !== '' && piece.x0 - end > piece.size * 0.12 && !/\s$/.test(out)) out += ' ';
    out += piece.text;
    end = piece.x1;
  }
  return out.replaceAll(/\s+/g, ' ').trim();
}
