import { type Inline } from '../../tree.js';
import { type Segment } from './lines.js';
import { type Piece } from './pieces.js';

/** Ratio to the size: a gap of this much is a space. */
const SPACE = 0.12;

/** Dots that lead the eye to the number of a page. */
const LEADER = /\s*(?:\.\s?){5,}/g;

/** The words of a document, by which a hyphen at the end of a line is part of one, such as `well-known`, or only divides it. */
export interface Hyphenated {
  /** Words with a hyphen within a line: `state-of-the-art`. */
  within: ReadonlySet<string>;
  /** All other words. */
  words: ReadonlySet<string>;
  /** True if words are divided at the ends of lines at all. */
  divides: boolean;
}

/** Share of the hyphens at ends of lines, and of all lines, that follow no word of the document: where more do, words are divided. */
const DIVIDED = { ofEnds: 0.25, ofLines: 0.015 };
/** Letters of a text that is a line. */
const LINE = 20;
/** Letters of two words: with fewer, they may be one word that is divided, such as `more-over`. */
const LONG = { before: 4, after: 6 };

type Text = Inline & { kind: 'text' };

/**
 * Joins consecutive lines to one text.
 * @param breaks indices of lines that begin a new line of text, as those of an address
 */
export function inlinesOf(
  lines: readonly Segment[],
  hyphenated: Hyphenated,
  breaks: ReadonlySet<number> = new Set(),
): Inline[] {
  const out: Inline[] = [];
  let last: Text | undefined;
  let end = 0;
  for (const [at, { pieces }] of lines.entries())
    for (const [index, piece] of pieces.entries()) {
      const text = piece.text.replaceAll(LEADER, ' … ');
      const isNext = index === 0 && at > 0;
      const gap = isNext ? Infinity : piece.x0 - end;
      if (isNext && breaks.has(at)) out.push({ kind: 'break' });
      else if (last !== undefined && isApart(last, { ...piece, text }, gap, hyphenated))
        out.push({ kind: 'text', text: ' ', style: {} });
      last = { kind: 'text', text, style: text === ' … ' ? {} : piece.style };
      addText(out, last, piece.url);
      end = piece.x1;
    }
  return out;
}

function addText(out: Inline[], text: Text, url: string | undefined): void {
  const last = out.at(-1);
  if (url === undefined) out.push(text);
  else if (last?.kind === 'link' && last.url === url) last.content.push(text);
  else out.push({ kind: 'link', url, content: [text] });
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，]$/u;

/**
 * Returns whether a space is between two texts. Takes off a hyphen that only divides a word.
 * @param gap between them in points; infinite between two lines
 */
function isApart(last: Text, next: Piece, gap: number, hyphenated: Hyphenated): boolean {
  if (gap !== Infinity) {
    const least = next.size * (next.style.code === true ? 0.3 : SPACE);
    return gap > least && !/\s$/.test(last.text) && !/^\s/.test(next.text);
  }
  const end = /([\p{L}\p{M}-]*\p{L})([-\u00ad\u2010])\s*$/u.exec(last.text);
  const begin = /^\s*([\p{L}\p{M}]+)/u.exec(next.text)?.[1];
  if (end !== null && begin !== undefined) {
    const [, word = '', sign] = end;
    const isDivided = sign === '\u00ad' || isOneWord(word.toLowerCase(), begin, hyphenated);
    const isGone = isDivided && /^\p{Ll}/u.test(begin);
    last.text = isGone ? last.text.replace(/[-\u00ad\u2010]\s*$/u, '') : last.text.trimEnd();
    return false;
  }
  // Chinese and Japanese have no spaces between words, and neither have addresses of the web.
  const isWide = WIDE.test(last.text.trimEnd()) && WIDE.test(next.text.trimStart().slice(0, 1));
  return !isWide && !/https?:\/\/\S*\w\/$/.test(last.text);
}

/** Returns whether a hyphen between two lines only divides a word. */
function isOneWord(before: string, after: string, { within, words, divides }: Hyphenated): boolean {
  if (within.has(`${before}-${after}`)) return false;
  if (words.has(`${before}${after}`)) return true;
  if (!divides) return false;
  const areLong = before.length >= LONG.before && after.length >= LONG.after;
  return !(areLong && words.has(before) && words.has(after));
}

/** Returns what the texts of a document show of its hyphens. */
export function hyphenatedIn(pieces: Iterable<Piece>): Hyphenated {
  const [within, words] = [new Set<string>(), new Set<string>()];
  const ends: string[] = [];
  let lines = 0;
  for (const { text } of pieces) {
    if (text.length > LINE) lines += 1;
    for (const { 0: found, index } of text.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu)) {
      const word = found.toLowerCase();
      if (/^[-\u2010]\s*$/.test(text.slice(index + found.length))) ends.push(word);
      else if (word.includes('-')) within.add(word);
      // The first word of a line may be the end of one.
      else if (index > 0) words.add(word);
    }
  }
  const divided = ends.filter((word) => !words.has(word.split('-').at(-1) ?? word));
  return {
    within,
    words,
    divides: divided.length > Math.max(ends.length * DIVIDED.ofEnds, lines * DIVIDED.ofLines),
  };
}
