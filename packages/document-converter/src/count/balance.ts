import { extractWords } from './letters.js';

/** Maximum length of a word that is matched with parts of other words. */
const LONGEST = 400;
/** Maximum number of unmatched words up to which words are put together from parts. */
const MOST = 4000;
const MOST_STEPS = 2000;

/** Compares expected words with actual ones: a positive count means that a word is missing. */
export class Balance {
  readonly #counts = new Map<string, number>();

  add(text: string, times: 1 | -1): void {
    for (const word of extractWords(text)) {
      const count = (this.#counts.get(word) ?? 0) + times;
      if (count === 0) this.#counts.delete(word);
      else this.#counts.set(word, count);
    }
  }

  /**
   * Returns the missing words with their counts. A word that is present in parts, or as a part of another, is not
   * missing.
   */
  missing(): Map<string, number> {
    const missing = new Map<string, number>();
    const more = new Map<string, number>();
    for (const [word, count] of this.#counts)
      if (count > 0) missing.set(word, count);
      else more.set(word, -count);
    if (missing.size + more.size <= MOST) {
      for (const word of more.keys()) matchParts(word, more, missing);
      for (const word of missing.keys()) matchParts(word, missing, more);
    }
    return missing;
  }
}

/** Removes a word, as often as possible, together with the words of the other side that make it up. */
function matchParts(word: string, own: Map<string, number>, parts: Map<string, number>): void {
  if (word.length > LONGEST) return;
  for (;;) {
    const found = findWordParts(word, parts);
    if (found === undefined) return;
    for (const part of found) lessen(parts, part);
    if (lessen(own, word) === 0) return;
  }
}

/** Decreases the count of a word and returns the remaining count. */
export function lessen(counts: Map<string, number>, word: string): number {
  const left = (counts.get(word) ?? 0) - 1;
  if (left > 0) counts.set(word, left);
  else counts.delete(word);
  return Math.max(0, left);
}

/**
 * Returns the words that make up a word, the longest first; undefined without such words, or if the search takes too many
 * steps.
 */
function findWordParts(word: string, parts: ReadonlyMap<string, number>): string[] | undefined {
  const taken: string[] = [];
  let steps = MOST_STEPS;
  const isLeft = (part: string) =>
    taken.filter((each) => each === part).length < (parts.get(part) ?? 0);
  const fits = (at: number): boolean => {
    if (at === word.length) return taken.length > 0;
    for (let end = word.length; end > at && steps > 0; end -= 1) {
      steps -= 1;
      const part = word.slice(at, end);
      if (!parts.has(part) || !isLeft(part)) continue;
      taken.push(part);
      if (fits(end)) return true;
      taken.pop();
    }
    return false;
  };
  return fits(0) ? taken : undefined;
}
