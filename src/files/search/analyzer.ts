import { findAliases } from './aliases.js';

/** A run of letters and digits in a text, and its terms in the index. */
export interface Run {
  /** UTF-16 offsets into the text. */
  start: number;
  end: number;
  /** One term for a word; in a script without spaces, each pair of characters, then the last character. */
  terms: string[];
  /** True for the characters of a script without spaces. */
  paired: boolean;
}

/** Maximum length of a word, in characters: a longer one is found by its beginning. */
export const MAX_TERM = 64;

/** Scripts without spaces between words: a line break within such a text does not end a word. */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}';
/**
 * These scripts, and Korean, whose words carry endings. Pairs of characters find any part of such a text exactly,
 * without a dictionary.
 */
const PAIRED = `${UNSPACED}\\p{scx=Hang}`;
/** Soft hyphens, joiners and the like: invisible characters within words. */
const UNSEEN = '\\u00ad\\u200c\\u200d\\u2060';
const LETTER = '\\p{L}\\p{N}\\p{M}';
const PAIRED_PART = `[[${LETTER}${UNSEEN}]&&[${PAIRED}${UNSEEN}]]*`;
const BROKEN_LINE = `(?<=[[${LETTER}]&&[${UNSPACED}]])\\r?\\n(?=[[${LETTER}]&&[${UNSPACED}]])`;
const RUN = new RegExp(
  `([[${LETTER}]&&[${PAIRED}]]${PAIRED_PART}(?:${BROKEN_LINE}${PAIRED_PART})*)|[[${LETTER}]--[${PAIRED}]][[${LETTER}${UNSEEN}]--[${PAIRED}]]*`,
  'gv',
);
const NOT_ASCII = /\P{ASCII}/u;
/** Accents, and signs that Hebrew and Arabic usually omit: vowels, and the stroke that stretches a word. */
const DIACRITICS = /[\u0300-\u036f\u0640[[\p{scx=Hebr}\p{scx=Arab}]&&\p{M}]]/gv;
const UNSEEN_SIGNS = new RegExp(`[${UNSEEN}]`, 'gv');
const ASCII_PUNCTUATION = /[\p{ASCII}--[0-9A-Za-z]]/gv;

/**
 * Yields the runs of a text, in order. Letters are compared without case, accents and width: "Straße", "STRASSE" and
 * "strasse" are one term, as are "é" and "e" in any normal form.
 */
export function* scanRuns(text: string): Generator<Run> {
  RUN.lastIndex = 0;
  for (const match of text.matchAll(RUN)) {
    const [word, paired] = match;
    const folded = fold(word);
    if (folded === '') continue;
    const { index } = match;
    yield {
      start: index,
      end: index + word.length,
      terms: paired === undefined ? [shortened(folded)] : pairs(folded),
      paired: paired !== undefined,
    };
  }
}

/** Returns all terms of a text, in order. */
export function collectTerms(text: string): string[] {
  const terms: string[] = [];
  for (const run of scanRuns(text)) for (const term of run.terms) terms.push(term);
  return terms;
}

/** Returns the indexed terms of a text: its terms in order, then its aliases. */
export function collectIndexedTerms(visible: string): string[] {
  const terms = collectTerms(visible);
  for (const { term } of findAliases(visible, fold)) terms.push(term);
  return terms;
}

/** Returns a word without case, accents and width. */
export function fold(word: string): string {
  if (!NOT_ASCII.test(word)) return word.toLowerCase();
  return (
    word
      .normalize('NFKD')
      .replace(DIACRITICS, '')
      .replace(UNSEEN_SIGNS, '')
      // By way of capitals, so that letters with a common capital become one, such as "ſ" and "s"; "ẞ" has one only in
      // lower case.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      // Only at the end of a word, which a prefix does not know.
      .replaceAll('ς', 'σ')
      .normalize('NFC')
      .replace(ASCII_PUNCTUATION, '')
  );
}

function shortened(term: string): string {
  return term.length <= MAX_TERM ? term : Array.from(term).slice(0, MAX_TERM).join('');
}

function pairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}
