/** The usual parameters of BM25: how soon further finds in a text add less, and how much a long text is discounted. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** Returns the weight of a word that `having` of `all` texts contain: rarer words weigh more. */
export function computeRarity(having: number, all: number): number {
  return Math.log(1 + (Math.max(0, all - having) + 0.5) / (having + 0.5));
}

/**
 * Returns the contribution of a word's finds to the score of a text; `length`: the text's, as a multiple of the common
 * one.
 */
export function scoreOfFinds(rarity: number, finds: number, length: number): number {
  const long = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length;
  return (rarity * finds * (SATURATION + 1)) / (finds + SATURATION * long);
}

/** Returns the rarest words whose texts number at most `most` together; at least one word. */
export function selectRarest<Word>(
  words: readonly Word[],
  countOf: (word: Word) => number,
  most: number,
): Word[] {
  let sum = 0;
  return words
    .toSorted((one, other) => countOf(one) - countOf(other))
    .filter((word, index) => (sum += countOf(word)) <= most || index === 0);
}
