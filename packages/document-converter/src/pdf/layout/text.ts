import { type Inline, type Style } from '../../tree.js';
import { type Segment } from './lines.js';
import { type Piece } from './pieces.js';

/** Ratio to the size of its neighbours: smaller text off their line is raised or lowered. */
const SMALL = 0.82;
/** Ratio to the size: a gap of this much is a space. */
const SPACE = 0.12;

/** Dots that lead the eye to the number of a page. */
const LEADER = /\s*(?:\.\s?){5,}/g;

/** Words with a hyphen within a line of this document: `state-of-the-art`. */
export type Hyphenated = ReadonlySet<string>;

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
    const style = plain === ' … ' ? {} : styleIn(piece, line);
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

function styleIn(piece: Piece, line: Segment): Style {
  if (piece.size > line.size * SMALL || piece.text.trim().length > 12) return piece.style;
  const others = line.pieces.filter(({ size }) => size > line.size * SMALL);
  const [base] = others;
  if (base === undefined) return piece.style;
  const above = base.y1 - piece.y1;
  const below = piece.y0 - base.y0;
  if (above > base.size * 0.2) return { ...piece.style, position: 'sup' };
  return below > base.size * 0.3 && piece.y1 > base.y1
    ? { ...piece.style, position: 'sub' }
    : piece.style;
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
    if (sign !== '\u00ad' && hyphenated.has(`${word}-${begin}`.toLowerCase())) {
      last.text = last.text.trimEnd();
      return;
    }
    if (/^\p{Ll}/u.test(begin)) last.text = last.text.replace(/[-\u00ad\u2010]\s*$/u, '');
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

/** Returns words with a hyphen that does not end their line. */
export function hyphenatedIn(pieces: Iterable<Piece>): Set<string> {
  const found = new Set<string>();
  for (const { text } of pieces) {
    if (!text.includes('-')) continue;
    for (const { 0: word } of text.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+/gu))
      found.add(word.toLowerCase());
  }
  return found;
}
