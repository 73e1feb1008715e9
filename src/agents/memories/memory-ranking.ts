import { collectTerms } from '../../files/search/analyzer.js';
import { selectRarest, computeRarity, scoreOfFinds } from '../../files/search/bm25.js';
import type { Phrase } from '../../files/search/search-query.js';

/** Typical number of terms in a text, a constant so that searches need not compute the average. */
const COMMON_LENGTH = 16;

/** Searched words, with the number of the project's memories that contain them. */
export interface CountedPhrase extends Phrase {
  memories: number;
}

/**
 * Returns the BM25 score of a text, in which rare words have more weight. It is computed here so that both databases
 * yield the same order. `all`: number of the project's memories.
 */
export function scoreOfText(text: string, phrases: readonly CountedPhrase[], all: number): number {
  const terms = collectTerms(text);
  const length = terms.length / COMMON_LENGTH;
  let score = 0;
  for (const phrase of phrases)
    score += scoreOfFinds(computeRarity(phrase.memories, all), countMatches(terms, phrase), length);
  return score;
}

/** Returns the rarest phrases with at most `most` memories in total, at least one. */
export function rarest(phrases: readonly CountedPhrase[], most: number): CountedPhrase[] {
  return selectRarest(phrases, ({ memories }) => memories, most);
}

/** Returns whether a text has any of the phrases. */
export function hasAny(text: string, phrases: readonly Phrase[]): boolean {
  const terms = collectTerms(text);
  return phrases.some((phrase) => countMatches(terms, phrase) > 0);
}

function countMatches(terms: readonly string[], { terms: wanted, prefix }: Phrase): number {
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
