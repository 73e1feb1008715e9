import { WordCount } from '../count/word-count.js';

/** Maximum number of places of one kind that a warning names; further ones are only counted. */
const NAMED = 5;
const LONGEST = 60;

/** The losses of a conversion with their places. All of them must be reported: docs/conversion.md. */
export class Losses {
  readonly #places = new Map<string, string[]>();
  readonly #counts = new Map<string, number>();

  /** @param words word count of the document, which records the reported texts */
  constructor(readonly words = new WordCount()) {}

  /**
   * @param what beginning of a sentence, such as `Hidden text was left out`
   * @param place returns a place such as `after "the text before it"`; called only if the place is named
   * @param lost texts that this loss accounts for
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

/** Describes a place by the text before it. */
export function placeAfter(before: string): string {
  const text = before.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? 'at the beginning of a paragraph' : `after "${ending(text)}"`;
}

/** Returns a text in quotes, truncated if it is long. */
export function quoted(value: string): string {
  const text = value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return `"${text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text}"`;
}

function ending(text: string): string {
  return text.length > LONGEST ? `…${text.slice(-LONGEST).toWellFormed()}` : text;
}
