// What two engines find on a page. Neither finds everything: one drops numbers of one or two digits that stand alone, and
// what another text covers; the other does not know some fonts.
import { type Box } from './layout/boxes.js';
import { withWordSpaces } from './word-spaces.js';

/** Text of one font where an engine has found it, in points from the top left. */
export interface FoundText extends Box {
  text: string;
  font: string;
  size: number;
  bold: boolean;
  italic: boolean;
  /** Degrees. */
  rotation: number;
  /** The id of the marked content that it is part of, in a PDF with tags. */
  mark?: number | undefined;
}

/** Ratio to the height of text: text on another line is further away. */
const ON_LINE = 0.4;

/** Share of its area: text that is covered by this much is the same. */
const MOSTLY = 0.4;

/** Ratio to the size of text: two readings of one text are not further apart than this. */
const NEARBY = 3;

/** Share of the letters of the other engine: of one that finds fewer, the text is not taken. */
const ENOUGH = 0.9;

/** Returns the text of a page: that of the first engine, unless it cannot read the fonts, with what only the other has found. */
export function combined(
  first: readonly FoundText[],
  second: readonly FoundText[],
  page: { width: number; height: number },
): FoundText[] {
  const canRead =
    lettersOf(first) >= lettersOf(second) * ENOUGH &&
    !first.some(({ text }) => text.includes('\ufffd'));
  if (!canRead) return [...second, ...missedBy(second, first, page)];
  const all = gluedOf(first.map(({ text }) => text).join(''));
  const missed = second.every(({ text }) => all.includes(gluedOf(text)))
    ? []
    : missedBy(first, second, page);
  return [...withWordSpaces(first, second), ...missed];
}

function lettersOf(texts: readonly FoundText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * Returns text that one engine has seen and another has not found on that line: what it has there at another place is the same text,
 * since the two do not measure it alike.
 */
export function missedBy(
  found: readonly FoundText[],
  seen: readonly FoundText[],
  page: { width: number; height: number },
): FoundText[] {
  const rows = byRow(found);
  const missed: FoundText[] = [];
  const same: FoundText[] = [];
  const others: FoundText[] = [];
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
    missed.push({ ...each, text });
  }
  return missed;
}

/** Returns the words of a text that a line has not, or only as often as `counted` has them already. */
function wordsNotIn(text: FoundText, line: FoundText[], counted: FoundText[]): string[] {
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
