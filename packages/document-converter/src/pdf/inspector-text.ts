// The fallback parser for PDF splits text where its font changes and keeps text that the first engine drops; the first engine
// keeps words together.
import { type Style } from '../tree.js';
import { type Box } from './layout/boxes.js';
import { type Piece, type Word } from './layout/pieces.js';

/** Text of one font as the fallback parser places it, in points from the top left. */
export interface InspectedText extends Box {
  text: string;
  size: number;
  bold: boolean;
  italic: boolean;
}

/** Ratio to the height of text: text on another line is further away. */
const ON_LINE = 0.4;

/** Share of its area: text that the first engine covers by this much is the same. */
const MOSTLY = 0.4;

/** Ratio to the size of text: two readings of one text are not further apart than this. */
const NEARBY = 3;

/** Returns pieces with the emphasis that the fallback parser finds. */
export function restyle(pieces: Piece[], seen: readonly InspectedText[]): Piece[] {
  if (seen.length === 0) return pieces;
  const rows = byRow(seen);
  return pieces.flatMap((piece) => {
    const near = rowsNear(rows, piece).filter(
      (each) => each.x0 < piece.x1 && each.x1 > piece.x0 && isLevel(each, piece),
    );
    const [first] = near;
    if (first === undefined) return [piece];
    const same = near.every(({ bold, italic }) => bold === first.bold && italic === first.italic);
    return same ? [{ ...piece, style: styled(piece.style, first) }] : split(piece, near);
  });
}

/** Text of the first engine. */
type Found = Box & { text: string };

/**
 * Returns text that the fallback parser finds and the first engine does not have on that line: what it has there at another place is the
 * same text, since the two do not measure it alike.
 */
export function missedBy(
  found: readonly Found[],
  seen: readonly InspectedText[],
  page: { width: number; height: number },
): Piece[] {
  const rows = byRow(found);
  const missed: Piece[] = [];
  const same: InspectedText[] = [];
  const others: InspectedText[] = [];
  for (const each of seen) {
    const isOnPage =
      each.x0 >= 0 && each.y0 >= 0 && each.x1 <= page.width && each.y1 <= page.height;
    if (!isOnPage || !/[\p{L}\p{N}]/u.test(each.text)) continue;
    (covered(each, rowsNear(rows, each)) < MOSTLY ? others : same).push(each);
  }
  const sameRows = byRow(same);
  for (const each of others) {
    const line = rowsNear(rows, each).filter((other) => isLevel(other, each));
    const counted = rowsNear(sameRows, each).filter((other) => isLevel(other, each));
    const text = wordsNotIn(each, line, counted).join(' ');
    if (text === '') continue;
    // What comes after it on the line is not compared with the same words again.
    addTo(sameRows, each);
    const { size, bold, italic, x0, y0, x1, y1 } = each;
    const style = { ...(bold && { bold }), ...(italic && { italic }) };
    missed.push({ text, size, x0, y0, x1, y1, style, words: [] });
  }
  return missed;
}

/** Returns the words of a text that a line has not, or only as often as `counted` has them already. */
function wordsNotIn(text: InspectedText, line: Found[], counted: InspectedText[]): string[] {
  const near = line.filter(
    ({ x0, x1 }) => Math.max(x0 - text.x1, text.x0 - x1) < text.size * NEARBY,
  );
  const glued = gluedOf(text.text);
  if (glued.length > 1 && near.some((other) => gluedOf(other.text).includes(glued))) return [];
  const left = line.flatMap((other) => wordsOf(other.text));
  for (const word of counted.flatMap((other) => wordsOf(other.text))) take(left, word);
  return wordsOf(text.text).filter((word) => !take(left, word));
}

/** Removes a word from a list; returns whether it was there. */
function take(words: string[], word: string): boolean {
  const at = words.indexOf(word);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function gluedOf(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** In points: boxes are indexed by the bands of a page that they reach into. */
const STRETCH = 24;

function byRow<T extends Box>(boxes: readonly T[]): Map<number, T[]> {
  const rows = new Map<number, T[]>();
  for (const box of boxes) addTo(rows, box);
  return rows;
}

function addTo<T extends Box>(rows: Map<number, T[]>, box: T): void {
  const last = Math.min(Math.floor(box.y1 / STRETCH), Math.floor(box.y0 / STRETCH) + 100);
  for (let at = Math.floor(box.y0 / STRETCH); at <= last; at += 1) {
    const row = rows.get(at);
    if (row === undefined) rows.set(at, [box]);
    else row.push(box);
  }
}

function rowsNear<T>(rows: Map<number, T[]>, { y0, y1 }: Box): T[] {
  return rows.get(Math.floor((y0 + y1) / 2 / STRETCH)) ?? [];
}

function isLevel(a: Box, b: Box): boolean {
  const apart = Math.abs((a.y0 + a.y1) / 2 - (b.y0 + b.y1) / 2);
  return apart < Math.max(a.y1 - a.y0, b.y1 - b.y0) * ON_LINE;
}

/** Returns the share of its area that others cover. */
function covered(box: Box, others: Box[]): number {
  const area = Math.max(1, (box.x1 - box.x0) * (box.y1 - box.y0));
  const common = others.map((other) => {
    const width = Math.min(box.x1, other.x1) - Math.max(box.x0, other.x0);
    const height = Math.min(box.y1, other.y1) - Math.max(box.y0, other.y0);
    return width > 0 && height > 0 ? width * height : 0;
  });
  return common.reduce((sum, each) => sum + each, 0) / area;
}

function styled(style: Style, { bold, italic }: InspectedText): Style {
  const { bold: _, italic: __, ...rest } = style;
  return { ...rest, ...(bold && { bold }), ...(italic && { italic }) };
}

/** Splits a piece of several fonts into one for each, between words. */
function split(piece: Piece, near: InspectedText[]): Piece[] {
  const groups: { seen: InspectedText; words: Word[] }[] = [];
  for (const word of piece.words) {
    const centre = (word.x0 + word.x1) / 2;
    const seen = near.toSorted((a, b) => distance(a, centre) - distance(b, centre))[0];
    const last = groups.at(-1);
    if (seen === undefined) return [piece];
    if (last !== undefined && last.seen.bold === seen.bold && last.seen.italic === seen.italic)
      last.words.push(word);
    else groups.push({ seen, words: [word] });
  }
  if (groups.length < 2) return [piece];
  let from = 0;
  const out: Piece[] = [];
  for (const [index, { seen, words }] of groups.entries()) {
    const next = groups[index + 1]?.words[0]?.text;
    const last = words.at(-1);
    const end = words.reduce(
      (at, word) => (at < 0 ? at : endAfter(piece.text, word.text, at)),
      from,
    );
    if (end < 0 || last === undefined) return [piece];
    const to = next === undefined ? piece.text.length : end;
    out.push({
      ...piece,
      words,
      text: piece.text.slice(from, to),
      style: styled(piece.style, seen),
      x0: words[0]?.x0 ?? piece.x0,
      x1: last.x1,
    });
    from = to;
  }
  return out;
}

function endAfter(text: string, word: string, from: number): number {
  const at = text.indexOf(word, from);
  return at < 0 ? -1 : at + word.length;
}

function distance({ x0, x1 }: Box, x: number): number {
  return Math.max(0, x0 - x, x - x1);
}
