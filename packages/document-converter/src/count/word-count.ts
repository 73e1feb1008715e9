// Word count for all formats: compares the text of a document with its tree and with what is reported as left out.
import { type DocumentTree, plainText } from '../tree.js';
import { Balance, lessen } from './balance.js';
import { computeWeight, extractWords } from './letters.js';
import { takeTree, textOfLaid, type TextTaker } from './tree-texts.js';

/** The texts of one place of a document, which can be read repeatedly. */
export type Texts = () => Iterable<string> | AsyncIterable<string>;

type Outcome = DocumentTree | { markdown: string };

interface Place {
  name: string;
  texts: Texts;
}

/** A text that is neither in the tree nor reported. */
export interface Lost {
  place: string;
  /** The first words of the text, in order. */
  text: string;
}

/** Maximum length of the lost text that is shown for a place, in characters. */
const SHOWN = 100;

/**
 * Counts the letters and digits of a document while it is read. Text that a reader leaves out and reports, or that the
 * format does not show, is {@link know}n; text that a reader adds is its {@link own}. Words are compared only if the
 * sums differ.
 */
export class WordCount {
  readonly #places: Place[] = [];
  readonly #once: Place[] = [];
  /** Texts of an unknown kind, by place. */
  readonly #stray = new Map<string, string>();
  readonly #known: string[] = [];
  readonly #own: string[] = [];
  readonly #ownTrees: DocumentTree[] = [];
  /** Expected weight of the tree. */
  #sum = 0;
  #kept = 0;
  #skipped = false;

  /** Adds a place and weighs its texts now. */
  source(place: string, texts: () => Iterable<string>): void {
    this.place(place, texts);
    for (const text of texts()) this.collect(text);
  }

  /**
   * Adds a place whose texts are {@link collect}ed while they are read. They are read again only if the sums differ.
   */
  place(name: string, texts: Texts): void {
    this.#places.push({ name, texts });
  }

  /** Weighs a text of a place. */
  collect(text: string): void {
    this.#sum = (this.#sum + computeWeight(text)) | 0;
  }

  /**
   * Adds texts that must appear in the tree only once, however often the document repeats them, such as alternative
   * texts.
   */
  once(name: string, texts: Texts): void {
    this.#once.push({ name, texts });
  }

  /** Adds a text of an unknown kind, which counts as lost. */
  stray(place: string, text: string): void {
    if (computeWeight(text) !== 0) addTo(this.#stray, place, text);
  }

  /** Records a text that is not in the tree because a warning reports it, or because the document does not show it. */
  know(text: string): void {
    this.#sum = (this.#sum - computeWeight(text)) | 0;
    this.#known.push(text);
  }

  /**
   * Records a text that a reader has added to the tree, such as `Comment by`, so that it does not replace another
   * text.
   */
  own(text: string): void {
    this.#sum = (this.#sum + computeWeight(text)) | 0;
    this.#own.push(text);
  }

  /** Records an inner document, whose words are counted separately. */
  ownTree(tree: DocumentTree): void {
    this.#sum = (this.#sum + weightOfTree(tree)) | 0;
    this.#ownTrees.push(tree);
  }

  /** Weighs a text of the tree that is already rendered. */
  keep(text: string): void {
    this.#kept = (this.#kept + computeWeight(text)) | 0;
  }

  /** Ends the count, because a warning reports that the document was truncated. */
  skip(): void {
    this.#skipped = true;
  }

  /** Returns the lost texts by place. */
  async lost(outcome: Outcome): Promise<Lost[]> {
    const stray = listLostTexts(this.#stray);
    if (this.#skipped || this.#places.length + this.#once.length === 0) return stray;
    const alts: string[] = [];
    const isCounted = this.#places.length > 0;
    const weight = (this.#kept + weightOfOutcome(outcome, alts)) | 0;
    const isSame = !isCounted || weight === this.#sum;
    const once = await this.#unseen(alts);
    if (isSame && once.length === 0) return stray;
    const balance = new Balance();
    const seen = new Set<string>();
    const take = (text: string): void => {
      if (!isSame) balance.add(text, -1);
      if (once.length > 0) for (const word of extractWords(text)) seen.add(word);
    };
    takeOutcome(outcome, {
      text: take,
      line: (content) => {
        if (once.length > 0) for (const word of extractWords(plainText(content))) seen.add(word);
      },
      alt: (text) => {
        for (const word of extractWords(text)) seen.add(word);
      },
      // Tables of cells are counted by their readers; those counts do not cover the objects above the cells.
      laid: (text) => (isCounted ? take(textOfLaid(text)) : undefined),
    });
    if (isSame) return [...stray, ...placesOfOnce(once, seen)];
    for (const text of this.#known) balance.add(text, -1);
    for (const text of this.#own) balance.add(text, 1);
    for (const tree of this.#ownTrees) {
      const add = (text: string): void => balance.add(text, 1);
      takeTree(tree, { text: add, alt: () => undefined, laid: (text) => add(textOfLaid(text)) });
    }
    for (const { texts } of this.#places) for await (const text of texts()) balance.add(text, 1);
    const missing = await this.#placesOf(balance.missing());
    return [...stray, ...missing, ...placesOfOnce(once, seen)];
  }

  /** Returns the {@link once} texts that are not the alternative text of any picture. */
  async #unseen(alts: readonly string[]): Promise<Lost[]> {
    const found: Lost[] = [];
    if (this.#once.length === 0) return found;
    const known = new Set(alts);
    for (const { name, texts } of this.#once)
      for await (const text of texts())
        if (!known.has(text) && computeWeight(text) !== 0) found.push({ place: name, text });
    return found;
  }

  /** Returns the places of missing words: first texts that are missing entirely, then single words. */
  async #placesOf(missing: Map<string, number>): Promise<Lost[]> {
    const found = new Map<string, string>();
    for (const isWhole of [true, false])
      for (const { name, texts } of this.#places) {
        if (missing.size === 0) return listLostTexts(found);
        for await (const text of texts()) {
          const words = extractWords(text);
          const gone = words.filter((word) => missing.has(word));
          if (gone.length === 0 || (isWhole && gone.length < words.length)) continue;
          for (const word of gone) lessen(missing, word);
          addTo(found, name, isWhole ? text : gone.join(' '));
        }
      }
    return listLostTexts(found);
  }
}

function addTo(found: Map<string, string>, place: string, text: string): void {
  const before = found.get(place) ?? '';
  if (before.length < SHOWN) found.set(place, before === '' ? text : `${before} ${text}`);
}

function listLostTexts(found: ReadonlyMap<string, string>): Lost[] {
  return [...found].map(([place, text]) => ({ place, text }));
}

function placesOfOnce(once: readonly Lost[], seen: ReadonlySet<string>): Lost[] {
  const found = new Map<string, string>();
  for (const { place, text } of once)
    if (extractWords(text).some((word) => !seen.has(word))) addTo(found, place, text);
  return listLostTexts(found);
}

function takeOutcome(outcome: Outcome, taker: TextTaker): void {
  if ('markdown' in outcome) taker.laid(outcome.markdown);
  else takeTree(outcome, taker);
}

function weightOfOutcome(outcome: Outcome, alts: string[]): number {
  if ('markdown' in outcome) return computeWeight(textOfLaid(outcome.markdown));
  let sum = 0;
  takeOutcome(outcome, {
    text: (text) => {
      sum = (sum + computeWeight(text)) | 0;
    },
    alt: (text) => alts.push(text),
    laid: () => undefined,
  });
  return sum;
}

function weightOfTree(tree: DocumentTree): number {
  return weightOfOutcome(tree, []);
}
