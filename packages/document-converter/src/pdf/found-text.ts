// What two engines find on a page. Neither finds everything: one drops numbers of one or two digits that stand alone, and
// what another text covers; the other does not know some fonts.
import { type Style } from '../tree.js';
import { type Box } from './layout/boxes.js';
import { withWordSpaces } from './word-spaces.js';

/** Text of one font where an engine has found it, in points from the top left. */
export interface FoundText extends Box {
  text: string;
  font: string;
  size: number;
  style: Style;
  /** Degrees. */
  rotation: number;
  /** The id of the marked content that it is part of, in a PDF with tags. */
  mark?: number | undefined;
}

/** Share of its area: text that is covered by this much is the same. */
const MOSTLY = 0.4;

/** An engine that has found this share of what the other has can read the fonts. */
const ENOUGH = 0.9;

/** Letters of a text that is no part of another by chance, and of one that is drawn several times. */
const [LONG, LEAST] = [12, 4];

/** Returns the text of a page: that of the first engine, unless it cannot read the fonts, with what only the other has found. */
export function combined(
  first: readonly FoundText[],
  second: readonly FoundText[],
  page: { width: number; height: number },
): FoundText[] {
  const all = gluedOf(first);
  const canRead = all.length >= gluedOf(second).length * ENOUGH && !all.includes('\ufffd');
  if (!canRead) return [...second, ...missedBy(second, first, page)];
  const isAllThere = [...leftWords(first, second).values()].every((more) => more >= 0);
  if (isAllThere) return withWordSpaces(first, second);
  const once = withoutRepeats(first, second);
  return [...withWordSpaces(once, second), ...missedBy(once, second, page)];
}

/**
 * Returns text that one engine has seen and another has not found, as often as it stands on the page: what it has at another place is
 * the same text, since the two do not measure it alike.
 */
export function missedBy(
  found: readonly FoundText[],
  seen: readonly FoundText[],
  page: { width: number; height: number },
): FoundText[] {
  const left = leftWords(found, seen);
  const all = gluedOf(found);
  return seen.flatMap((each) => {
    const isOnPage =
      each.x0 >= 0 && each.y0 >= 0 && each.x1 <= page.width && each.y1 <= page.height;
    const glued = gluedOf([each]);
    if (!isOnPage || !/[\p{L}\p{N}]/u.test(glued)) return [];
    if (wordsOf(each).every((word) => (left.get(word) ?? 0) >= 0)) return [];
    const isThere = glued.length >= LONG && all.includes(glued);
    if (isThere || isCovered(each, found) || found.some((other) => isWithin(each, other)))
      return [];
    const words = wordsOf(each).filter((word) => {
      const isMissed = (left.get(word) ?? 0) < 0;
      if (isMissed) left.set(word, (left.get(word) ?? 0) + 1);
      return isMissed;
    });
    return [{ ...each, text: words.join(' ') }];
  });
}

/** Returns how much more often each word is found than seen. */
function leftWords(found: readonly FoundText[], seen: readonly FoundText[]): Map<string, number> {
  const left = new Map<string, number>();
  const count = (word: string, by: number) => left.set(word, (left.get(word) ?? 0) + by);
  for (const word of found.flatMap(wordsOf)) count(word, 1);
  for (const word of seen.flatMap(wordsOf)) count(word, -1);
  return left;
}

/** Returns texts without those whose letters are drawn several times, slightly shifted, to look bold: the other engine reads them once. */
function withoutRepeats(
  texts: readonly FoundText[],
  others: readonly FoundText[],
): readonly FoundText[] {
  const all = gluedOf(texts);
  const repeats = new Set<FoundText>();
  const once = others.flatMap((other) => {
    const glued = gluedOf([other]);
    if (glued.length < LEAST || all.includes(glued)) return [];
    const within = texts.filter((text) => isCovered(text, [other]));
    const letters = gluedOf(within);
    const times = letters.length / glued.length;
    const areSame =
      times >= 2 &&
      [...letters].toSorted().join('') === [...glued.repeat(times)].toSorted().join('');
    if (!areSame) return [];
    for (const text of within) repeats.add(text);
    return [{ ...other, style: { ...other.style, bold: true } }];
  });
  return once.length === 0 ? texts : [...texts.filter((text) => !repeats.has(text)), ...once];
}

function wordsOf({ text }: FoundText): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function gluedOf(texts: readonly FoundText[]): string {
  return texts.map(({ text }) => text.replaceAll(/\s+/g, '')).join('');
}

/** Returns whether a text is part of another beside it: two engines do not measure it alike. */
function isWithin(text: FoundText, other: FoundText): boolean {
  const across = Math.max(text.x0 - other.x1, other.x0 - text.x1);
  const along = Math.max(text.y0 - other.y1, other.y0 - text.y1);
  return across < text.size && along < 0 && gluedOf([other]).includes(gluedOf([text]));
}

/** Returns whether others cover most of its area. */
function isCovered(box: Box, others: readonly Box[]): boolean {
  const area = Math.max(1, (box.x1 - box.x0) * (box.y1 - box.y0));
  let common = 0;
  for (const other of others) {
    const width = Math.min(box.x1, other.x1) - Math.max(box.x0, other.x0);
    const height = Math.min(box.y1, other.y1) - Math.max(box.y0, other.y0);
    if (width > 0 && height > 0) common += width * height;
  }
  return common >= area * MOSTLY;
}
