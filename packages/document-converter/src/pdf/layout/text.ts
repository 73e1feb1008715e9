import { type Inline, type Style } from '../../tree.js';
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
  for (const [at, line] of lines.entries()) {
    const next = lineInlines(line);
    if (breaks.has(at)) out.push({ kind: 'break' });
    else if (out.length > 0) joinLines(out, next, hyphenated);
    out.push(...next);
  }
  return out;
}

function lineInlines(line: Segment): Inline[] {
  const out: Inline[] = [];
  let end = -Infinity;
  let text = '';
  for (const piece of line.pieces) {
    const gap = piece.x0 - end;
    const code = piece.style.code === true;
    const apart =
      text !== '' &&
      gap > piece.size * (code ? 0.3 : SPACE) &&
      !/\s$/.test(text) &&
      !/^\s/.test(piece.text);
    const plain = piece.text.replaceAll(LEADER, ' … ');
    const value = `${apart ? ' ' : ''}${plain}`;
    const style = plain === ' … ' ? {} : piece.style;
    if (piece.url === undefined) out.push({ kind: 'text', text: value, style });
    else {
      if (apart) out.push({ kind: 'text', text: ' ', style: {} });
      addLink(out, piece.url, { kind: 'text', text: piece.text, style });
    }
    text = plain;
    end = piece.x1;
  }
  return out;
}

function addLink(out: Inline[], url: string, content: Inline): void {
  const last = out.at(-1);
  if (last?.kind === 'link' && last.url === url) last.content.push(content);
  else out.push({ kind: 'link', url, content: [content] });
}

/** Joins the end of one line and the beginning of the next: with a space, with nothing, or as a divided word. */
function joinLines(out: Inline[], next: Inline[], hyphenated: Hyphenated): void {
  const last = lastText(out);
  const first = firstText(next);
  if (last === undefined || first === undefined) return;
  const end = /([\p{L}\p{M}-]*\p{L})([-\u00ad\u2010])\s*$/u.exec(last.text);
  const begin = /^\s*([\p{L}\p{M}]+)/u.exec(first.text)?.[1];
  if (end !== null && begin !== undefined) {
    const [, word = '', sign] = end;
    const isDivided = sign === '\u00ad' || isOneWord(word.toLowerCase(), begin, hyphenated);
    if (isDivided && /^\p{Ll}/u.test(begin))
      last.text = last.text.replace(/[-\u00ad\u2010]\s*$/u, '');
    else last.text = last.text.trimEnd();
    return;
  }
  // Chinese and Japanese have no spaces between words.
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，]$/u.test(
    last.text.trimEnd(),
  );
  if (
    wide &&
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(first.text.trimStart())
  )
    return;
  if (/\w\/$/.test(last.text) && /https?:\/\/\S+$/.test(last.text)) return;
  out.push({ kind: 'text', text: ' ', style: {} });
}

type Text = Inline & { kind: 'text' };

function lastText(inlines: Inline[]): Text | undefined {
  const last = inlines.at(-1);
  return last?.kind === 'link' ? lastText(last.content) : last?.kind === 'text' ? last : undefined;
}

function firstText(inlines: Inline[]): Text | undefined {
  const [first] = inlines;
  return first?.kind === 'link'
    ? firstText(first.content)
    : first?.kind === 'text'
      ? first
      : undefined;
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
