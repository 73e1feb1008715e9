// Text that two engines find on a page. Each misses some: one drops isolated numbers of one or two digits and covered
// text; the other does not support some fonts.
import { type Style } from '../tree.js';
import { type Box } from './layout/boxes.js';
import { withWordSpaces } from './word-spaces.js';

/** Text of one font at the place where an engine has found it, in points from the top left. */
export interface FoundText extends Box {
  text: string;
  font: string;
  size: number;
  style: Style;
  /** Rotation in degrees. */
  rotation: number;
  /** Id of the marked content to which the text belongs, in a tagged PDF. */
  mark?: number | undefined;
}

/** Share of a text's area whose overlap identifies two texts. */
const MOSTLY = 0.4;

/** Share of the other engine's text above which an engine supports the fonts. */
const ENOUGH = 0.9;

/** Minimum letters of a text that is not part of another by chance, and of one that is drawn repeatedly. */
const [LONG, LEAST] = [12, 4];

/**
 * Returns the text of a page: that of the first engine, unless it does not support the fonts, plus the text that only
 * the other has found.
 */
export function combined(
  first: readonly FoundText[],
  second: readonly FoundText[],
  page: { width: number; height: number },
): FoundText[] {
  const all = joinWithoutSpaces(first);
  const canRead =
    all.length >= joinWithoutSpaces(second).length * ENOUGH && !all.includes('\ufffd');
  if (!canRead) return [...second, ...missedBy(second, first, page)];
  const isAllThere = [...leftWords(first, second).values()].every((more) => more >= 0);
  if (isAllThere) return withWordSpaces(first, second);
  const once = withoutRepeats(first, second);
  return [...withWordSpaces(once, second), ...missedBy(once, second, page)];
}

/**
 * Returns text that one engine has seen and the other has missed, by number of occurrences on the page. The positions
 * may differ, since the engines measure differently.
 */
export function missedBy(
  found: readonly FoundText[],
  seen: readonly FoundText[],
  page: { width: number; height: number },
): FoundText[] {
  const left = leftWords(found, seen);
  const all = joinWithoutSpaces(found);
  return seen.flatMap((each) => {
    const isOnPage =
      each.x0 >= 0 && each.y0 >= 0 && each.x1 <= page.width && each.y1 <= page.height;
    const glued = joinWithoutSpaces([each]);
    if (!isOnPage || !/[\p{L}\p{N}]/u.test(glued)) return [];
    if (splitWords(each).every((word) => (left.get(word) ?? 0) >= 0)) return [];
    const isThere = glued.length >= LONG && all.includes(glued);
    if (isThere || isCovered(each, found) || found.some((other) => isWithin(each, other)))
      return [];
    const words = splitWords(each).filter((word) => {
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
  for (const word of found.flatMap(splitWords)) count(word, 1);
  for (const word of seen.flatMap(splitWords)) count(word, -1);
  return left;
}

/** Removes texts that are drawn repeatedly with a slight offset to look bold; the other engine reads them once. */
function withoutRepeats(
  texts: readonly FoundText[],
  others: readonly FoundText[],
): readonly FoundText[] {
  const all = joinWithoutSpaces(texts);
  const repeats = new Set<FoundText>();
  const once = others.flatMap((other) => {
    const glued = joinWithoutSpaces([other]);
    if (glued.length < LEAST || all.includes(glued)) return [];
    const within = texts.filter((text) => isCovered(text, [other]));
    const letters = joinWithoutSpaces(within);
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

function splitWords({ text }: FoundText): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function joinWithoutSpaces(texts: readonly FoundText[]): string {
  return texts.map(({ text }) => text.replaceAll(/\s+/g, '')).join('');
}

/** Returns whether a text is part of an adjacent one, allowing for the different measurements of the engines. */
function isWithin(text: FoundText, other: FoundText): boolean {
  const across = Math.max(text.x0 - other.x1, other.x0 - text.x1);
  const along = Math.max(text.y0 - other.y1, other.y0 - text.y1);
  return (
    across < text.size &&
    along < 0 &&
    joinWithoutSpaces([other]).includes(joinWithoutSpaces([text]))
  );
}

/** Returns whether other boxes cover most of a box's area. */
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
