// Spaces between words, some of which engines infer from the positions of letters.

/** Text at the place where an engine has found it. */
interface Found {
  text: string;
  /** Rotation in degrees. */
  rotation: number;
}

/** Minimum letters of a text that is compared; a shorter one may occur anywhere on a page. */
const LEAST = 4;
const LETTER = /\p{L}/u;
const MORE = /\p{L}.*\p{L}/u;

/**
 * Returns the horizontal texts of a page with the spaces that the other engine has found between letters. Spaces that
 * it has not found are removed, since letters were loosely spaced, unless both parts are words elsewhere on the page.
 */
export function withWordSpaces<Text extends Found>(
  texts: readonly Text[],
  others: readonly Found[],
): Text[] {
  const other = others.map(({ text }) => text).join(' ');
  const glued = removeSpaces(other);
  let places: number[] | undefined;
  let counts: Map<string, string[]> | undefined;
  return texts.map((found) => {
    const text = found.text.trim();
    if (found.rotation !== 0 || text.length < LEAST || other.includes(text)) return found;
    const letters = removeSpaces(text);
    const at = glued.indexOf(letters);
    if (at < 0 || glued.includes(letters, at + 1)) return found;
    places ??= Array.from(other.matchAll(/\S/g), ({ index }) => index);
    counts ??= Map.groupBy(
      texts.flatMap((each) => each.text.split(/\s+/)),
      (word) => word,
    );
    const there = collectSpaces(
      other.slice(places[at], (places[at + letters.length - 1] ?? 0) + 1),
    );
    const own = collectSpaces(text);
    const spaceBefore = (index: number) => {
      const [mine, its] = [own.get(index), there.get(index)];
      const isBetween = LETTER.test(letters[index - 1] ?? '') && LETTER.test(letters[index] ?? '');
      if (!isBetween || (mine === undefined) === (its === undefined)) return mine?.space ?? '';
      if (its !== undefined) return its.words.every((word) => MORE.test(word)) ? ' ' : '';
      const areKnown = mine?.words.every((word) => (counts?.get(word)?.length ?? 0) > 1);
      return areKnown === true ? (mine?.space ?? '') : '';
    };
    const spaced = letters.split('').map((letter, index) => spaceBefore(index) + letter);
    return { ...found, text: found.text.replace(text, () => spaced.join('')) };
  });
}

function removeSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Returns the spaces of a text with the words before and after each, by the number of preceding letters. */
function collectSpaces(text: string): Map<number, { space: string; words: string[] }> {
  let letters = 0;
  return new Map(
    Array.from(text.matchAll(/(\S+)(\s+)(?=(\S+))/g), ([, before = '', space = '', after = '']) => {
      letters += before.length;
      return [letters, { space, words: [before, after] }];
    }),
  );
}
