import { fold, runsOf } from './analyzer.js';
import { visibleText } from './visible-text.js';

/** Signs that change what words say: currencies, comparisons, operators, percentages. Others are punctuation, or markup as `|` and `~`. */
const TELLING = /[[\p{Sc}\p{Sm}%‰!?@\/^]--[\|~]]|&|-(?=[\p{L}\p{N}])/gv;
/** The targets of links and the marks of notes, which no reader sees as words. */
const TARGETS = /(?<=\])\([^()\s]{1,2000}(?:\s"[^"\n]{0,200}")?\)|\[\^[^\]\n]{1,100}\]/g;

/** References to signs that say something. */
const ENTITIES = /&(?:lt|gt|amp);/g;
const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** A character with what belongs to it: marks, signs of half width, and the further parts of a syllable of Korean. */
const CHARACTER = /.[\p{M}ﾞﾟ\u1160-\u11ff]*/gsu;

/** The part of a text that a quote was found in, by UTF-16 offsets. */
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
 * Returns where a text has a quote: the same words in their order, with the same telling signs between them and beside them. Case, accents,
 * markup, links' targets and line breaks do not count. Null where it has not.
 */
export function passageOf(text: string, quote: string, markdown: boolean): Passage | null {
  const [read, asked] = markdown ? [readable(text), readable(quote)] : [text, quote];
  const wanted = wordsOf(asked);
  const [first] = wanted;
  if (first === undefined) return null;
  const words = wordsOf(read);
  for (let at = 0; at + wanted.length <= words.length; at += 1)
    if (words[at]?.term === first.term && isSame(words, at, wanted, read, asked)) {
      const [begin, end] = [words[at], words[at + wanted.length - 1]];
      if (begin !== undefined && end !== undefined) return { from: begin.start, to: end.end };
    }
  return null;
}

/** Returns a Markdown text as a reader sees it, in as many UTF-16 units. */
function readable(markdown: string): string {
  const plain = markdown
    .replace(TARGETS, (target) => ' '.repeat(target.length))
    .replace(ENTITIES, (entity) => (SIGNS[entity] ?? '').padEnd(entity.length));
  return visibleText(plain);
}

/** Returns the words of a text; those of a script without spaces are its characters. */
function wordsOf(text: string): Word[] {
  return [...runsOf(text)].flatMap(({ start, end, terms, paired }) => {
    if (!paired) return terms.map((term) => ({ term, start, end }));
    return Array.from(text.slice(start, end).matchAll(CHARACTER), ({ 0: character, index }) => ({
      term: fold(character),
      start: start + index,
      end: start + index + character.length,
    })).filter(({ term }) => term.trim() !== '');
  });
}

function isSame(
  words: readonly Word[],
  at: number,
  wanted: readonly Word[],
  text: string,
  quote: string,
): boolean {
  for (const [index, { term, start }] of wanted.entries()) {
    const word = words[at + index];
    if (word?.term !== term) return false;
    const before = wanted[index - 1];
    const own = signsOf(quote, before?.end ?? 0, start);
    const found = signsOf(text, words[at + index - 1]?.end ?? 0, word.start);
    if (before === undefined ? !found.endsWith(own) : found !== own) return false;
  }
  const [last, end] = [words[at + wanted.length - 1], wanted.at(-1)];
  const after = signsOf(text, last?.end ?? 0, words[at + wanted.length]?.start ?? text.length);
  return after.startsWith(signsOf(quote, end?.end ?? 0, quote.length));
}

function signsOf(text: string, from: number, to: number): string {
  // A minus sign is one by the word that follows it.
  return (text.slice(from, to + 1).match(TELLING) ?? []).join('');
}
