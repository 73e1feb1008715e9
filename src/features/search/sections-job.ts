import { isUtf8 } from 'node:buffer';
import { termsOf } from './analyzer.js';
import { type Section, sectionsOf } from './sections.js';

/** A section with the terms that it is found by. */
export interface TermedSection extends Section {
  terms: { heading: string[]; text: string[] };
}

/** A request to the thread: to begin with a file, for its next sections, or to give it up. `file` is any number. */
export type SectionsJob =
  | { kind: 'open'; file: number; bytes: Uint8Array; isMarkdown: boolean }
  | { kind: 'next' | 'close'; file: number };

/** Sections in their order; none after the last one. */
export type SectionsAnswer = TermedSection[];

/** Yields the sections of a content; none where it is not UTF-8 without NUL. */
export function* sectionsOfBytes(
  bytes: Uint8Array,
  isMarkdown: boolean,
): Generator<TermedSection, void> {
  if (!isUtf8(bytes) || bytes.includes(0)) return;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  for (const section of sectionsOf(text, isMarkdown)) {
    const terms = { heading: termsOf(section.heading.join('\n')), text: termsOf(section.text) };
    yield { ...section, terms };
  }
}
