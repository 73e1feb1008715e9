import { type Random } from '../../../support/fuzz/random.js';
import { type Parts } from '../../../support/documents/zip.js';

/**
 * A document that is built from the elements that contain text according to its standard. Each text in it is a unique
 * word, which is visible to readers or not.
 */
export class Construction {
  /** Words that must be found once. */
  readonly seen: string[] = [];
  /** Words that must not be found, with the beginning of the warning about them. */
  readonly unseen: { word: string; warning: string }[] = [];
  /** The word in an element that is not part of the standard, or that lacks its required parents. */
  strange: string | undefined;
  /** Parts of the document in addition to the main one. */
  readonly parts: Parts = {};
  readonly #counts = new Map<string, number>();

  constructor(readonly random: Random) {}

  /** Returns a new visible word. */
  word(): string {
    const word = `w${this.count('word')}q`;
    this.seen.push(word);
    return word;
  }

  /** Returns a new hidden word. */
  hidden(warning: string): string {
    const word = `w${this.count('word')}q`;
    this.unseen.push({ word, warning });
    return word;
  }

  /** Returns, at most once per document, text in an unknown element, which must be kept or named in a warning. */
  unknown(wrap: (word: string) => string): string {
    if (this.strange !== undefined || this.random.percent(50)) return '';
    this.strange = `u${this.count('word')}q`;
    return wrap(this.strange);
  }

  count(kind: string): number {
    const next = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, next);
    return next;
  }

  /** Returns the result of a random function, which is one of `flat` if the nesting is too deep. */
  one(depth: number, flat: readonly (() => string)[], nested: readonly (() => string)[]): string {
    return this.random.pick(depth <= 0 ? flat : [...flat, ...nested])();
  }

  some(most: number, make: () => string): string {
    return Array.from({ length: 1 + this.random.below(most) }, make).join('');
  }
}
