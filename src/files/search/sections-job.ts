import { isUtf8 } from 'node:buffer';
import { collectIndexedTerms } from './analyzer.js';
import { type Language, detectLanguage } from './languages.js';
import { type Section, splitIntoSections } from './sections.js';
import { visibleText } from './visible-text.js';

/** A section with the terms by which it is found. */
export interface TermedSection extends Section {
  terms: { heading: string[]; text: string[] };
  /** Language of the whole file. */
  language: Language;
  /** Lower-case words that no earlier section of the file has. */
  words: string[];
}

/** A request to the thread: to start a file, for its next sections, or to abandon it. `file` is any number. */
export type SectionsJob =
  | { kind: 'open'; file: number; bytes: Uint8Array; isMarkdown: boolean }
  | { kind: 'next' | 'close'; file: number };

/** Sections in order; empty after the last one. */
export type SectionsAnswer = TermedSection[];

/** Words of which a search may find other forms; neither numbers nor identifiers. */
const WORD = /(?<![\p{L}\p{N}\p{M}_])[\p{L}\p{M}]{3,32}(?![\p{L}\p{N}\p{M}_])/gu;
/** Words without spaces between them, which are found by pairs of characters. */
const PAIRED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
/** Maximum number of different words per file: more than the longest book has. */
const MAX_WORDS = 20_000;

/** Yields the sections of a content; none if it is not UTF-8 without NUL. */
export function* sectionsOfBytes(
  bytes: Uint8Array,
  isMarkdown: boolean,
): Generator<TermedSection, void> {
  if (!isUtf8(bytes) || bytes.includes(0)) return;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const shown = isMarkdown ? visibleText : (same: string): string => same;
  const language = detectLanguage(text);
  const seen = new Set<string>();
  for (const section of splitIntoSections(text, isMarkdown)) {
    const heading = shown(section.heading.join('\n'));
    const visible = shown(section.text);
    const terms = { heading: collectIndexedTerms(heading), text: collectIndexedTerms(visible) };
    yield { ...section, terms, language, words: newWords(`${heading}\n${visible}`, seen) };
  }
}

/** Returns the words of a text that are not in `seen`, and adds them. */
function newWords(text: string, seen: Set<string>): string[] {
  const words: string[] = [];
  for (const [found] of text.normalize('NFC').matchAll(WORD)) {
    if (seen.size >= MAX_WORDS) break;
    const word = found.toLowerCase();
    if (seen.has(word) || PAIRED.test(word)) continue;
    seen.add(word);
    words.push(word);
  }
  return words;
}
