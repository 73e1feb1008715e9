import { type Random } from '../../../support/fuzz/random.js';
import { type Parts } from '../../../support/documents/zip.js';

/**
 * A document that is made of the elements that its standard lists as holders of text, whatever a reader knows of them: each text in it is
 * a word of its own, which a reader of the document sees, or not.
 */
export class Construction {
  /** Words that are to be found once. */
  readonly seen: string[] = [];
  /** Words that are not to be found, with the beginning of the warning that says so. */
  readonly unseen: { word: string; warning: string }[] = [];
  /** The word that stands in an element that no standard has, or in one without the elements that should hold it. */
  strange: string | undefined;
  /** Parts of the document beside the main one. */
  readonly parts: Parts = {};
  readonly #counts = new Map<string, number>();

  constructor(readonly random: Random) {}

  /** Returns a new word that a reader of the document sees. */
  word(): string {
    const word = `w${this.count('word')}q`;
    this.seen.push(word);
    return word;
  }

  /** Returns a new word that no reader of the document sees. */
  hidden(warning: string): string {
    const word = `w${this.count('word')}q`;
    this.unseen.push({ word, warning });
    return word;
  }

  /** Returns text in an element that no standard has, once in a document: it is to be kept, or named in a warning. */
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

  /** Returns one of the makers' results; deep within others only of those that hold nothing else. */
  one(depth: number, flat: readonly (() => string)[], nested: readonly (() => string)[]): string {
    return this.random.pick(depth <= 0 ? flat : [...flat, ...nested])();
  }

  some(most: number, make: () => string): string {
    return Array.from({ length: 1 + this.random.below(most) }, make).join('');
  }
}
