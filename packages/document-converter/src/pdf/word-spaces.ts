// The spaces between words: engines guess some of them from the places of letters.

/** Text where an engine has found it. */
interface Found {
  text: string;
  /** Degrees. */
  rotation: number;
}

/** Letters: a shorter text may be anywhere on a page. */
const LEAST = 4;
const SPACES = /\s+/g;
const LETTER = /\p{L}/u;
const MORE = /\p{L}.*\p{L}/u;

/**
 * Returns the level texts of a page with the spaces that the other engine has between letters, and without those that it has not:
 * there letters that are set loosely were taken for words, unless both are words of the page elsewhere.
 */
export function withWordSpaces<Text extends Found>(
  texts: readonly Text[],
  others: readonly Found[],
): Text[] {
  const other = others.map(({ text }) => text).join(' ');
  const glued = other.replaceAll(SPACES, '');
  let places: number[] | undefined;
  let counts: Map<string, number> | undefined;
  return texts.map((found) => {
    const text = found.text.trim();
    if (found.rotation !== 0 || text.length < LEAST || other.includes(text)) return found;
    const letters = text.replaceAll(SPACES, '');
    const at = glued.indexOf(letters);
    if (at < 0 || glued.includes(letters, at + 1)) return found;
    places ??= Array.from(other.matchAll(/\S/g), ({ index }) => index);
    counts ??= countWords(texts);
    const there = other.slice(places[at], (places[at + letters.length - 1] ?? 0) + 1);
    return { ...found, text: found.text.replace(text, () => spaced(text, there, counts)) };
  });
}

function countWords(texts: readonly Found[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of texts)
    for (const word of text.split(SPACES)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the first of two readings of the same letters, with the spaces that are more likely right. */
function spaced(text: string, other: string, counts: ReadonlyMap<string, number> | undefined) {
  const words = text.split(SPACES);
  const spaces = [...text.matchAll(SPACES)].map(([space]) => space);
  const ends = endsOf(other);
  let out = '';
  let end = 0;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    for (const [at, sign] of word.split('').entries()) {
      out += sign;
      const isWithin = LETTER.test(sign) && LETTER.test(word[at + 1] ?? '');
      if (isWithin && ends.get(end + at + 1) === true) out += ' ';
    }
    end += word.length;
    if (next === undefined) break;
    const isOne = !ends.has(end) && LETTER.test(word.at(-1) ?? '') && LETTER.test(next[0] ?? '');
    const isKnown = [word, next].every((each) => (counts?.get(each) ?? 0) > 1);
    out += isOne && !isKnown ? '' : spaces[index];
  }
  return out;
}

/** Returns how many letters there are up to the end of each word but the last, and whether that and the next are more than a letter. */
function endsOf(text: string): Map<number, boolean> {
  const words = text.split(SPACES);
  let letters = 0;
  return new Map(
    words.slice(0, -1).map((word, index) => {
      letters += word.length;
      return [letters, MORE.test(word) && MORE.test(words[index + 1] ?? '')];
    }),
  );
}
