import { termsOf } from '../search/analyzer.js';
import type { Phrase } from '../search/search-query.js';

/** The usual values of BM25: how soon further finds in one text add less, and how much a long text counts for less. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
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
  const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * terms.length) / COMMON_LENGTH;
  let score = 0;
  for (const phrase of phrases) {
    const finds = findsOf(terms, phrase);
    const rarity = Math.log(
      1 + (Math.max(0, all - phrase.memories) + 0.5) / (phrase.memories + 0.5),
    );
    score += (rarity * finds * (SATURATION + 1)) / (finds + SATURATION * length);
  }
  return score;
}

/** Returns the first phrases whose memories are no more than `most` together, those that fewest have first; at least one. */
export function rarest(phrases: readonly CountedPhrase[], most: number): CountedPhrase[] {
  let sum = 0;
  return phrases
    .toSorted((one, other) => one.memories - other.memories)
    .filter(({ memories }, index) => (sum += memories) <= most || index === 0);
}

/** The usual constant of reciprocal rank fusion: how little more a first place counts for than a second. */
const FUSION = 60;

/** Returns how well numbers stand in lists of which each has the best first: the sum of the reciprocals of their places. */
export function fused(lists: readonly (readonly number[])[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const list of lists)
    for (const [index, one] of list.entries())
      scores.set(one, (scores.get(one) ?? 0) + 1 / (FUSION + index + 1));
  return scores;
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
