import { termsOf } from '../../files/search/analyzer.js';
import { rarestOf, rarityOf, scoreOfFinds } from '../../files/search/bm25.js';
import type { Phrase } from '../../files/search/search-query.js';

/** Terms of a text of common length. A constant, so that no search has to ask for the average. */
const COMMON_LENGTH = 16;

/** Words that are looked for, and how many memories of the project have them. */
export interface CountedPhrase extends Phrase {
  memories: number;
}

/**
 * Returns how well a text has what is looked for, by BM25: what few memories have counts for more. It is computed here, so
 * that both databases give one order. `all`: the memories of the project.
 */
export function scoreOfText(text: string, phrases: readonly CountedPhrase[], all: number): number {
  const terms = termsOf(text);
  const length = terms.length / COMMON_LENGTH;
  let score = 0;
  for (const phrase of phrases)
    score += scoreOfFinds(rarityOf(phrase.memories, all), findsOf(terms, phrase), length);
  return score;
}

/** Returns the first phrases whose memories are no more than `most` together, those that fewest have first; at least one. */
export function rarest(phrases: readonly CountedPhrase[], most: number): CountedPhrase[] {
  return rarestOf(phrases, ({ memories }) => memories, most);
}

/** Returns whether a text has any of the phrases. */
export function hasAny(text: string, phrases: readonly Phrase[]): boolean {
  const terms = termsOf(text);
  return phrases.some((phrase) => findsOf(terms, phrase) > 0);
}

function findsOf(terms: readonly string[], { terms: wanted, prefix }: Phrase): number {
  const last = wanted.length - 1;
  let finds = 0;
  for (let at = 0; at + last < terms.length; at += 1) {
    const isFound = wanted.every((term, index) => {
      const there = terms[at + index] ?? '';
      return prefix && index === last ? there.startsWith(term) : there === term;
    });
    if (isFound) finds += 1;
  }
  return finds;
}
