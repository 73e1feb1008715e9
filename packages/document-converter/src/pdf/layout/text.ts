import { type Inline } from '../../tree.js';
import { type Segment } from './lines.js';
import { type Piece } from './pieces.js';

/** Minimum width of a gap that is a space, as a ratio to the font size. */
const SPACE = 0.12;

/** Dot leader before a page number. */
const LEADER = /\s*(?:\.\s?){5,}/g;

/**
 * The words of a document, which show whether a hyphen at the end of a line belongs to a word, such as `well-known`,
 * or divides it.
 */
export interface Hyphenated {
  /** Words with a hyphen within a line, such as `state-of-the-art`. */
  within: ReadonlySet<string>;
  /** All other words. */
  words: ReadonlySet<string>;
  /** True if the document divides words at the ends of lines. */
  divides: boolean;
}

/**
 * Shares of line-end hyphens, and of all lines, with hyphens after unknown words above which the document divides
 * words.
 */
const DIVIDED = { ofEnds: 0.25, ofLines: 0.015 };
/** Minimum letters of a text that counts as a line. */
const LINE = 20;
/** Minimum letters of two hyphenated words; shorter ones may be one divided word, such as `more-over`. */
const LONG = { before: 4, after: 6 };

type Text = Inline & { kind: 'text' };

/**
 * Joins consecutive lines into one text.
 * @param breaks indices of lines that begin a new line of text, such as in an address
 */
export function joinLines(
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
 * Returns whether a space separates two texts, and removes a hyphen that divides a word.
 * @param gap gap between the texts in points; infinite between two lines
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
  // Chinese and Japanese have no spaces between words, and web addresses have none either.
  const isWide = WIDE.test(last.text.trimEnd()) && WIDE.test(next.text.trimStart().slice(0, 1));
  return !isWide && !/https?:\/\/\S*\w\/$/.test(last.text);
}

/** Returns whether a hyphen between two lines divides a word. */
function isOneWord(before: string, after: string, { within, words, divides }: Hyphenated): boolean {
  if (within.has(`${before}-${after}`)) return false;
  if (words.has(`${before}${after}`)) return true;
  if (!divides) return false;
  const areLong = before.length >= LONG.before && after.length >= LONG.after;
  return !(areLong && words.has(before) && words.has(after));
}

/** Collects the words of a document that show how it uses hyphens. */
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
      // The first word of a line may be the second part of a divided word.
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
