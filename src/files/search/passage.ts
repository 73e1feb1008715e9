import { fold, scanRuns } from './analyzer.js';
import { visibleText } from './visible-text.js';

/**
 * Signs that change the meaning of words: currencies, comparisons, operators, percentages. Others are punctuation, or
 * markup such as `|` and `~`.
 */
const TELLING = /[[\p{Sc}\p{Sm}%‰!?@\/^]--[\|~]]|&|-(?=[\p{L}\p{N}])/gv;
/** Targets of links and marks of notes, which readers do not see as words. */
const TARGETS = /(?<=\])\([^()\s]{1,2000}(?:\s"[^"\n]{0,200}")?\)|\[\^[^\]\n]{1,100}\]/g;

/** Entities of meaningful signs. */
const ENTITIES = /&(?:lt|gt|amp);/g;
const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Between two digits any sign counts: "3:1" is not "3.1". All dashes are equal. */
const BETWEEN_DIGITS = /^\p{N}\\?([^\s\\\p{L}\p{N}\p{M}])\p{N}$/u;
const DASHES = /[\u2010-\u2013\u2212]/gu;

/**
 * Further parts of a word or a number, as in "non-refundable" and "12,480.50", and the signs of an amount or a name.
 */
const PARTS_BEFORE = /(?:[\p{L}\p{N}\p{M}\u2060]+[.,:'’/·\-\u2010-\u2013])+$/u;
const PARTS_AFTER = /^(?:[.,:'’/·\-\u2010-\u2013][\p{L}\p{N}][\p{L}\p{N}\p{M}\u2060]*)+/u;
const SIGNS_BEFORE =
  /(?:(?<=\S ?)[<>≤≥≈=] ?)?[+\-±\u2013\u2212]?(?:\p{Sc}[ \u00a0\u202f]?)?[+\-\u2212]?$/u;
const SIGNS_AFTER = /^[ \u00a0\u202f]?(?:[%‰\p{Sc}](?!\p{N})|°\p{L}?)/u;
const SIGNS_OF_NAMES = /^(?:\+\+|#)/u;
const ENDS_IN_DIGIT = /\p{N}$/u;
const BEGINS_WITH_DIGIT = /^\p{N}/u;
/** Distance before and after a passage within which its first and last word are completed, in UTF-16 units. */
const AROUND = 80;

/** A character with its marks, half-width signs, and the further parts of a Korean syllable. */
const CHARACTER = /.[\p{M}ﾞﾟ\u1160-\u11ff]*/gsu;

/** The place of a quote in a text, by UTF-16 offsets, with the whole of its first and last word and their signs. */
export interface Passage {
  from: number;
  to: number;
}

interface Word {
  term: string;
  start: number;
  end: number;
}

/**
 * Yields the places of a quote in a text: the same words in order, with the same meaningful signs between and beside
 * them. Case, accents, markup, targets of links and line breaks do not count.
 */
export function* findPassages(text: string, quote: string, markdown: boolean): Generator<Passage> {
  const [read, asked] = markdown ? [readable(text), readable(quote)] : [text, quote];
  const wanted = new Words(asked);
  const words = new Words(read);
  if (wanted.length === 0) return;
  for (const at of findOccurrences(words, wanted))
    if (isSameBeside(words, at, wanted))
      yield completed(read, words.at(at).start, words.at(at + wanted.length - 1).end);
}

/** Returns a passage with the whole of its first and last word and their signs. */
function completed(text: string, start: number, end: number): Passage {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  const parts = [PARTS_BEFORE.exec(before)?.[0] ?? '', PARTS_AFTER.exec(after)?.[0] ?? ''] as const;
  let [from, to] = [start - parts[0].length, end + parts[1].length];
  if (BEGINS_WITH_DIGIT.test(text.slice(from, from + 1)))
    from -= SIGNS_BEFORE.exec(before.slice(0, before.length - parts[0].length))?.[0].length ?? 0;
  const rest = after.slice(parts[1].length);
  const signs = ENDS_IN_DIGIT.test(text.slice(to - 1, to)) ? SIGNS_AFTER : SIGNS_OF_NAMES;
  to += signs.exec(rest)?.[0].length ?? 0;
  return { from, to };
}

/** Returns a Markdown text as a reader sees it, with the same number of UTF-16 units. */
function readable(markdown: string): string {
  const plain = markdown
    .replace(TARGETS, (target) => ' '.repeat(target.length))
    .replace(ENTITIES, (entity) => (SIGNS[entity] ?? '').padEnd(entity.length));
  return visibleText(plain);
}

/** The words of a text; in a script without spaces, its characters. */
class Words {
  readonly #words: readonly Word[];
  readonly #signs: (string | undefined)[] = [];

  constructor(private readonly text: string) {
    this.#words = splitWords(text);
  }

  get length(): number {
    return this.#words.length;
  }

  /** Returns a word; the one after the last is at the end of the text. */
  at(index: number): Word {
    const end = this.text.length;
    return this.#words[index] ?? { term: '', start: end, end };
  }

  /** Returns the meaningful signs before a word; after the last word, those at the end of the text. */
  signs(index: number): string {
    const from = index === 0 ? 0 : this.at(index - 1).end;
    return (this.#signs[index] ??= extractSigns(this.text, from, this.at(index).start));
  }
}

function splitWords(text: string): Word[] {
  return [...scanRuns(text)].flatMap(({ start, end, terms, paired }) => {
    if (!paired) return terms.map((term) => ({ term, start, end }));
    return Array.from(text.slice(start, end).matchAll(CHARACTER), ({ 0: character, index }) => ({
      term: fold(character),
      start: start + index,
      end: start + index + character.length,
    })).filter(({ term }) => term.trim() !== '');
  });
}

/**
 * Yields the places of words in others, with the same signs between them: in one pass (Knuth, Morris and Pratt),
 * however often words repeat.
 */
function* findOccurrences(words: Words, wanted: Words): Generator<number> {
  const first = wanted.at(0).term;
  const count = wanted.length;
  // There may be more signs before the first word than wanted, so that it is compared separately.
  const shorter = [0, 0];
  for (let at = 2, same = 0; at < count; at += 1) {
    while (same > 0 && !isSameWord(wanted, at, wanted, same + 1)) same = shorter[same] ?? 0;
    if (isSameWord(wanted, at, wanted, same + 1)) same += 1;
    shorter[at] = same;
  }
  for (let at = 0, same = 0; at < words.length; at += 1) {
    while (same > 0 && (same === count - 1 || !isSameWord(words, at, wanted, same + 1)))
      same = shorter[same] ?? 0;
    if (isSameWord(words, at, wanted, same + 1)) same += 1;
    const begin = at - count + 1;
    if (same === count - 1 && begin >= 0 && words.at(begin).term === first) yield begin;
  }
}

function isSameWord(words: Words, at: number, others: Words, other: number): boolean {
  return words.at(at).term === others.at(other).term && words.signs(at) === others.signs(other);
}

/** Returns whether the wanted signs are before the first word and after the last one, possibly among others. */
function isSameBeside(words: Words, at: number, wanted: Words): boolean {
  const after = words.signs(at + wanted.length);
  return words.signs(at).endsWith(wanted.signs(0)) && after.startsWith(wanted.signs(wanted.length));
}

function extractSigns(text: string, from: number, to: number): string {
  const between = BETWEEN_DIGITS.exec(text.slice(Math.max(0, from - 1), to + 1))?.[1];
  if (between !== undefined) return between.replace(DASHES, '-');
  // A minus sign is recognised by the following word.
  return (text.slice(from, to + 1).match(TELLING) ?? []).join('');
}
