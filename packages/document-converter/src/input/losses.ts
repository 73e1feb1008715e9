import { WordCount } from '../count/word-count.js';

/** Places of one kind that a warning names; the others are counted. */
const NAMED = 5;
const LONGEST = 60;

/** The losses of a conversion, with their places: the law of docs/conversion.md is that they are reported. */
export class Losses {
  readonly #places = new Map<string, string[]>();
  readonly #counts = new Map<string, number>();

  /** @param words the count of the document, which takes account of what is reported */
  constructor(readonly words = new WordCount()) {}

  /**
   * @param what the beginning of a sentence, such as `Hidden text was left out`
   * @param place such as `after "the text before it"`; found only where it is named
   * @param lost the texts that this accounts for
   */
  add(what: string, place: () => string, lost: readonly string[] = []): void {
    for (const text of lost) this.words.know(text);
    const count = this.#counts.get(what) ?? 0;
    this.#counts.set(what, count + 1);
    if (count >= NAMED) return;
    const places = this.#places.get(what) ?? [];
    const named = place();
    this.#places.set(what, places.includes(named) ? places : [...places, named]);
  }

  /** Adds a warning for each kind of loss. */
  report(warnings: string[]): void {
    for (const [what, places] of this.#places) {
      const count = this.#counts.get(what) ?? 0;
      const more = count > places.length ? `; in ${count} places in all` : '';
      warnings.push(`${what}: ${places.join(', ')}${more}.`);
    }
  }
}

/** Returns a place in a text, by what stands before it. */
export function placeAfter(before: string): string {
  const text = before.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? 'at the beginning of a paragraph' : `after "${ending(text)}"`;
}

/** Returns a text in quotes, cut where it is long. */
export function quoted(value: string): string {
  const text = value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return `"${text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text}"`;
}

function ending(text: string): string {
  return text.length > LONGEST ? `…${text.slice(-LONGEST).toWellFormed()}` : text;
}
