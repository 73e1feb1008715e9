// Content that an engine would lose is put into the text before it reads a document, between private-use characters, and
// taken out of its text again.
import { type Block, type Inline, place, type Style, text } from '../tree.js';

const BEGIN = {
  math: '\ue910',
  sup: '\ue911',
  sub: '\ue912',
  note: '\ue913',
  place: '\ue915',
} as const;
const END = '\ue914';
const MARKED = /([\ue910-\ue913])([^\ue910-\ue915]*)\ue914/g;
export const MARKS = /[\ue910-\ue915]/g;
const PLACE = /^\s*\ue915(slide) ([1-9]\d*)\ue914\s*$/;

export type Mark = keyof typeof BEGIN;

export function mark(kind: Mark, value: string): string {
  return `${BEGIN[kind]}${value.replaceAll(MARKS, '')}${END}`;
}

/** Returns the inlines of a text with marks. */
export function readMarks(value: string, style: Style): Inline[] {
  const out: Inline[] = [];
  let from = 0;
  for (const { 0: whole, 1: begin, 2: inner = '', index } of value.matchAll(MARKED)) {
    if (index > from) out.push(text(value.slice(from, index), style));
    from = index + whole.length;
    if (begin === BEGIN.math) out.push({ kind: 'math', tex: inner });
    else if (begin === BEGIN.note) out.push({ kind: 'note', id: inner });
    else out.push(text(inner, { ...style, position: begin === BEGIN.sup ? 'sup' : 'sub' }));
  }
  if (from < value.length) out.push(text(value.slice(from).replaceAll(MARKS, ''), style));
  return out;
}

/** Returns the place that a paragraph is the mark of; undefined for any other paragraph. */
export function markedPlace(value: string): Block | undefined {
  const [, unit, number] = PLACE.exec(value) ?? [];
  return unit === 'slide' ? place(unit, Number(number)) : undefined;
}
