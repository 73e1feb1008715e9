import { invalidField } from '../kernel/errors.js';
import { runsOf } from './analyzer.js';

/** Terms that stand one after the other. */
export interface Phrase {
  terms: readonly string[];
  /** Whether the last term may be the beginning of one. */
  prefix: boolean;
}

/** What a section must have, all of it, and what it must not have. */
export interface SearchQuery {
  all: readonly Phrase[];
  none: readonly Phrase[];
}

/** Of a query, in UTF-16 units. */
export const MAX_QUERY = 1_000;
const MAX_PHRASES = 32;
const MAX_TERMS = 256;

/** A minus sign, then a phrase in quotes (to the end where the second is missing) or a word. */
const PART = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/**
 * Reads words, `"phrases"`, `-not` and `begin*`; anything else in a text is taken for space between words. Throws a
 * 422 where no word is left to look for; `pointer` says where the query came from.
 */
export function parseQuery(text: string, pointer: string): SearchQuery {
  if (text.length > MAX_QUERY) throw invalidField(pointer, `has more than ${MAX_QUERY} characters`);
  const all: Phrase[] = [];
  const none: Phrase[] = [];
  for (const [, minus, quoted, word] of text.toWellFormed().matchAll(PART)) {
    const phrase = phraseOf(quoted ?? word ?? '', word?.endsWith('*') ?? false);
    if (phrase !== null) (minus === '' ? all : none).push(phrase);
  }
  if (all.length === 0)
    throw invalidField(
      pointer,
      none.length === 0
        ? 'needs a word to look for: letters or digits'
        : 'needs a word to look for beside those to leave out',
    );
  const terms = [...all, ...none].reduce((sum, phrase) => sum + phrase.terms.length, 0);
  if (all.length + none.length > MAX_PHRASES || terms > MAX_TERMS)
    throw invalidField(pointer, `has more than ${MAX_PHRASES} words: choose fewer`);
  return { all, none };
}

/** Null where the text has no letter and no digit. A word such as "e-mail" is a phrase of two. */
function phraseOf(text: string, prefix: boolean): Phrase | null {
  const runs = [...runsOf(text)];
  const last = runs.pop();
  if (!last) return null;
  const before = runs.flatMap((run) => run.terms);
  if (!last.paired) return { terms: [...before, ...last.terms], prefix };
  // The text may go on after these characters: a lone one begins pairs, and after the last pair nothing is said.
  return last.terms.length === 1
    ? { terms: [...before, ...last.terms], prefix: true }
    : { terms: [...before, ...last.terms.slice(0, -1)], prefix: false };
}
