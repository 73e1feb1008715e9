import { findAliases } from './aliases.js';
import { fold, scanRuns } from './analyzer.js';
import type { WantedWord } from './wanted-words.js';

/** A place of a text with a wanted word. */
export interface Match {
  /** Index of the word, and of its form. */
  word: number;
  form: number;
  /** UTF-16 offsets into the text. */
  start: number;
  end: number;
}

export interface Matches {
  /** In the order of the text. */
  matches: Match[];
  /** Number of terms of the text. */
  length: number;
}

/**
 * A term of the text with its place. A pair of characters has the place of the first; the last pair also that of the
 * second.
 */
interface Term {
  term: string;
  start: number;
  end: number;
}

/** Finds words in a visible text. */
export function findMatches(visible: string, words: readonly WantedWord[]): Matches {
  const terms = placedTerms(visible);
  const matches: Match[] = [];
  const { first, beginnings } = indexPhrases(words);
  terms.forEach(({ term }, at) => {
    for (const wanted of first.get(term) ?? []) addMatch(wanted, at);
    for (const wanted of beginnings)
      if (term.startsWith(wanted.terms[0] ?? '')) addMatch(wanted, at);
  });
  for (const { term, start, end } of findAliases(visible, fold))
    for (const { word, form, terms: all } of first.get(term) ?? [])
      if (all.length === 1) matches.push({ word, form, start, end });
  matches.sort((one, other) => one.start - other.start || other.end - one.end);
  return { matches, length: terms.length };

  function addMatch({ word, form, terms: wanted, prefix }: WantedPhrase, at: number): void {
    const last = at + wanted.length - 1;
    const fits = wanted.every((one, offset) => {
      const there = terms[at + offset]?.term ?? '';
      return prefix && at + offset === last ? there.startsWith(one) : there === one;
    });
    const [from, to] = [terms[at], terms[last]];
    if (!fits || !from || !to) return;
    // A lone character of a script without spaces is wanted as the beginning of a pair.
    const lone = prefix && wanted.at(-1)?.length === 1 && to.term.length === 2;
    matches.push({ word, form, start: from.start, end: lone ? to.end - 1 : to.end });
  }
}

interface WantedPhrase {
  word: number;
  form: number;
  terms: readonly string[];
  prefix: boolean;
}

/** Returns the phrases by their first terms, and those whose first term is a prefix. */
function indexPhrases(words: readonly WantedWord[]): {
  first: Map<string, WantedPhrase[]>;
  beginnings: WantedPhrase[];
} {
  const first = new Map<string, WantedPhrase[]>();
  const beginnings: WantedPhrase[] = [];
  words.forEach(({ forms }, word) => {
    forms.forEach(({ phrase: { terms, prefix } }, form) => {
      const wanted = { word, form, terms, prefix };
      const [term = ''] = terms;
      if (prefix && terms.length === 1) beginnings.push(wanted);
      else first.set(term, [...(first.get(term) ?? []), wanted]);
    });
  });
  return { first, beginnings };
}

function placedTerms(text: string): Term[] {
  const placed: Term[] = [];
  for (const { start, end, terms, paired } of scanRuns(text)) {
    const characters = paired ? placedCharacters(text, start, end) : [];
    const exact = characters.length === terms.length;
    for (const [index, term] of terms.entries()) {
      const [first, next] = exact ? characters.slice(index, index + 2) : [];
      placed.push({ term, start: first?.start ?? start, end: (next ?? first)?.end ?? end });
    }
  }
  return placed;
}

/** Returns the places of the visible characters in a part of a text. */
function placedCharacters(text: string, from: number, to: number): Omit<Term, 'term'>[] {
  const placed: Omit<Term, 'term'>[] = [];
  let start = from;
  for (const character of text.slice(from, to)) {
    const end = start + character.length;
    if (fold(character).trim() !== '') placed.push({ start, end });
    start = end;
  }
  return placed;
}
