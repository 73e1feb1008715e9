import { invalidField } from '../../base/kernel/errors.js';
import { findAliases, isSigned } from './aliases.js';
import { fold, scanRuns, collectTerms } from './analyzer.js';
import { withoutTags } from './visible-text.js';

/** Consecutive terms. */
export interface Phrase {
  terms: readonly string[];
  /** True if the last term may be a prefix. */
  prefix: boolean;
  /** The requested word; only for a word without quotes and without `*`, of which other forms may be found. */
  word?: string;
  /** Terms that stand for the whole phrase, such as that of a number whatever the grouping of its digits. */
  aliases?: readonly string[];
}

/** Words that a section must have, and words that it must not have. */
export interface SearchQuery {
  all: readonly Phrase[];
  none: readonly Phrase[];
}

/** Maximum length of a query, in UTF-16 units. */
export const MAX_QUERY = 1_000;
const MAX_PHRASES = 32;
export const MAX_TERMS = 128;
/**
 * Maximum number of prefixes and their minimum length: a prefix stands for any number of terms, of which SQLite reads
 * every place on the server's thread.
 */
const MAX_PREFIXES = 4;
const MIN_PREFIX = 2;

/** A minus sign, then a phrase in quotes (to the end if the second is missing) or a word. */
const PART = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/**
 * Parses words, `"phrases"`, `-not` and `begin*`; all other characters are space between words. Throws a 422 without
 * any word to search for; `pointer` names the source of the query.
 */
export function parseQuery(text: string, pointer: string): SearchQuery {
  if (text.length > MAX_QUERY) throw invalidField(pointer, `has more than ${MAX_QUERY} characters`);
  const parts = { all: new Map<string, Phrase>(), none: new Map<string, Phrase>() };
  for (const [, minus, quoted, word] of withoutTags(text.toWellFormed()).matchAll(PART)) {
    const prefix = word?.endsWith('*') ?? false;
    const phrase = parsePhrase(quoted ?? word ?? '', prefix);
    if (phrase === null) continue;
    if (prefix && phrase.prefix && isShort(phrase))
      throw invalidField(
        pointer,
        `has "${phrase.terms.at(-1)}*": the beginning of a word needs ${MIN_PREFIX} letters or digits`,
      );
    const known = parts[minus === '' ? 'all' : 'none'];
    const key = JSON.stringify([phrase.terms, phrase.prefix, phrase.aliases]);
    if (quoted !== undefined || prefix || minus !== '') known.set(key, phrase);
    else if (!known.has(key)) known.set(key, { ...phrase, word: word ?? '' });
  }
  const [all, none] = [[...parts.all.values()], [...parts.none.values()]];
  if (all.length === 0)
    throw invalidField(
      pointer,
      none.length === 0
        ? 'needs a word to look for: letters or digits'
        : 'needs a word to look for beside those to leave out',
    );
  assertSize([...all, ...none], pointer);
  return { all, none };
}

/**
 * Returns the alternatives of a phrase in files: the phrase itself, or what stands for the whole of it. A name with
 * signs differs from the name without.
 */
export function listAlternatives(phrase: Phrase): Phrase[] {
  const aliases = (phrase.aliases ?? []).map((term) => ({ terms: [term], prefix: false }));
  return phrase.aliases?.some(isSigned) ? aliases : [phrase, ...aliases];
}

/** Returns a query as a sentence: without excluded words, and without signs. */
export function toSentence(text: string): string {
  return [...text.toWellFormed().matchAll(PART)]
    .filter(([, minus]) => minus === '')
    .map(([, , quoted, word = '']) => quoted ?? word.replace(/\*$/, ''))
    .join(' ');
}

function assertSize(phrases: readonly Phrase[], pointer: string): void {
  if (phrases.length > MAX_PHRASES)
    throw invalidField(pointer, `has more than ${MAX_PHRASES} words: choose fewer`);
  if (phrases.reduce((sum, { terms }) => sum + terms.length, 0) > MAX_TERMS)
    throw invalidField(
      pointer,
      `has more than ${MAX_TERMS} words in its phrases, or characters of a script without spaces: choose fewer`,
    );
  if (phrases.filter(({ prefix }) => prefix).length > MAX_PREFIXES)
    throw invalidField(
      pointer,
      `has more than ${MAX_PREFIXES} beginnings of words, or single characters of a script without spaces: choose fewer`,
    );
}

/** Returns the query for the first words of a text, ignoring signs; without a word, `all` is empty. */
export function queryOfWords(text: string): SearchQuery {
  const terms = [...new Set(collectTerms(text))].slice(0, MAX_PHRASES);
  return { all: terms.map((term) => ({ terms: [term], prefix: false })), none: [] };
}

/** Returns whether a phrase is short; a character of a script without spaces counts as several letters. */
function isShort({ terms }: Phrase): boolean {
  const last = terms.at(-1) ?? '';
  return Array.from(last).length < MIN_PREFIX && ![...scanRuns(last)].some(({ paired }) => paired);
}

/** Returns the phrase of a text; null without a letter or a digit. A word such as "e-mail" is a phrase of two terms. */
function parsePhrase(text: string, prefix: boolean): Phrase | null {
  const runs = [...scanRuns(text)];
  const start = runs[0]?.start ?? 0;
  const last = runs.pop();
  if (!last) return null;
  const before = runs.flatMap((run) => run.terms);
  if (!last.paired) {
    const whole = prefix ? [] : [...findAliases(text, fold)];
    const aliases = whole.filter((alias) => alias.start <= start && alias.end >= last.end);
    const phrase = { terms: [...before, ...last.terms], prefix };
    return aliases.length === 0 ? phrase : { ...phrase, aliases: aliases.map(({ term }) => term) };
  }
  // The text may continue after these characters: a lone one begins pairs, and nothing is known after the last pair.
  return last.terms.length === 1
    ? { terms: [...before, ...last.terms], prefix: true }
    : { terms: [...before, ...last.terms.slice(0, -1)], prefix: false };
}
