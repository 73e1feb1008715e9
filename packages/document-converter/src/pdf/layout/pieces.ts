import { type Style } from '../../tree.js';
import { type Box } from './boxes.js';

/** Text of one font at one position, as far as the engine could follow it. */
export interface Piece extends Box {
  text: string;
  /** In points. */
  size: number;
  style: Style;
  url?: string;
  /** The position of each word, from left to right. */
  words: readonly Word[];
}

export interface Word {
  text: string;
  x0: number;
  x1: number;
}

/** A drawn element: a picture, as Markdown's URL, or a rule. */
export interface Picture extends Box {
  url: string;
}

export interface PageContent {
  width: number;
  height: number;
  pieces: Piece[];
  pictures: Picture[];
  rules: Box[];
}

/** The engine's output: points, from the top left corner. */
export interface EngineItem {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  fontName?: string;
  fontSize?: number;
  /** The size on the page. */
  fontHeight?: number;
  rotation?: number;
  words?: { text: string; x: number; y: number; width: number; height: number }[];
}

const BOLD = /bold|black|heavy|semibold|demi|[-,+](?:bd|hv)\b|myriadbd|cmb|ptsb/i;
const ITALIC = /ital|obliq|kursiv|cmti|cmsl|[-,](?:it|ri)\b/i;
const MONO = /mono|courier|consol|typewriter|cmtt|cmsltt|menlo|inconsolata|fixed|terminal|txtt/i;
/** Ratio to an em: a word's space is wider than the gaps of code in a grid. */
const CODE_SPACE = 0.3;

/** Degrees by which text may be turned and still be read along its line. */
const UPRIGHT = 2;

export function isUpright({ rotation = 0 }: EngineItem): boolean {
  const turned = Math.abs(rotation) % 360;
  return turned <= UPRIGHT || turned >= 360 - UPRIGHT;
}

/** Returns whether text runs up or down; slanted text is stamped over the text, and no part of it. */
export function isTurned({ rotation = 0 }: EngineItem): boolean {
  const turned = Math.abs(rotation) % 180;
  return turned > 90 - UPRIGHT && turned < 90 + UPRIGHT;
}

export function pieceOf(item: EngineItem): Piece | undefined {
  const name = item.fontName ?? '';
  const code = MONO.test(name);
  const size = sizeOf(item);
  const text = code ? codeText(item, size) : wordsOf(item);
  if (text.trim() === '') return undefined;
  return {
    text,
    size,
    style: {
      ...(BOLD.test(name) && { bold: true }),
      ...(ITALIC.test(name) && { italic: true }),
      ...(code && { code: true }),
    },
    words: (item.words ?? []).map((word) => ({
      text: word.text,
      x0: word.x,
      x1: word.x + word.width,
    })),
    x0: item.x,
    y0: item.y,
    x1: item.x + item.width,
    y1: item.y + item.height,
  };
}

/** Returns the size: producers that scale text by its matrix give every font 1 point. */
function sizeOf({ fontSize = 0, fontHeight = fontSize, height }: EngineItem): number {
  return fontHeight > height * 0.5 && fontHeight < height * 2.5 ? fontHeight : height * 0.9;
}

/** Returns the text from the engine's words if the text itself has lost a narrow space after a comma. */
function wordsOf({ text, words = [] }: EngineItem): string {
  const plain = text.replaceAll(/\s+/g, ' ');
  if (!/[,;:]\p{L}/u.test(plain)) return plain;
  let out = '';
  let from = 0;
  for (const { text: word } of words) {
    const at = plain.indexOf(word, from);
    if (at < 0) return plain;
    const between = plain.slice(from, at);
    out += `${between === '' && /[,;:]$/.test(out) ? ' ' : between}${word}`;
    from = at + word.length;
  }
  return out + plain.slice(from);
}

/** Returns code without false spaces: monospaced fonts leave gaps where a grid centres each word. */
function codeText({ text, words = [] }: EngineItem, size: number): string {
  if (words.length < 2) return text;
  let out = '';
  let end = Infinity;
  for (const word of words) {
    const gap = word.x - end;
    const spaces = gap > size * CODE_SPACE ? Math.max(1, Math.round(gap / (size * 0.55))) : 0;
    out += ' '.repeat(Math.min(40, spaces)) + word.text;
    end = word.x + word.width;
  }
  return out;
}

/** Removes texts that are drawn twice, slightly shifted, to look bold. */
export function withoutDoubles(pieces: Piece[]): Piece[] {
  const seen = new Map<string, Piece[]>();
  return pieces.filter((piece) => {
    const same = seen.get(piece.text) ?? [];
    const double = same.some(
      (other) => Math.abs(other.x0 - piece.x0) < 1.5 && Math.abs(other.y0 - piece.y0) < 1.5,
    );
    seen.set(piece.text, [...same.slice(-8), piece]);
    return !double;
  });
}

export interface LinkArea extends Box {
  url: string;
}

/** Applies links to the pieces below them, which are cut where a link begins or ends. */
export function linkPieces(pieces: Piece[], links: LinkArea[]): Piece[] {
  if (links.length === 0) return pieces;
  return pieces.flatMap((piece) => {
    const middle = (piece.y0 + piece.y1) / 2;
    const over = links
      .filter(
        ({ x0, x1, y0, y1 }) => y0 <= middle && y1 >= middle && x0 < piece.x1 && x1 > piece.x0,
      )
      .toSorted((a, b) => a.x0 - b.x0);
    return over.length === 0 ? [piece] : cutAt(piece, over);
  });
}

function cutAt(piece: Piece, links: LinkArea[]): Piece[] {
  const out: Piece[] = [];
  const width = Math.max(1, piece.x1 - piece.x0);
  const at = (x: number) =>
    wordEdge(piece.text, Math.round(((x - piece.x0) / width) * piece.text.length));
  const add = (from: number, to: number, url?: string) => {
    const text = piece.text.slice(from, to);
    if (text.trim() === '') return;
    const x = (index: number) => piece.x0 + (index / piece.text.length) * width;
    const { url: _, ...rest } = piece;
    out.push({ ...rest, text, x0: x(from), x1: x(to), ...(url !== undefined && { url }) });
  };
  let from = 0;
  for (const link of links) {
    const begin = Math.max(from, at(link.x0));
    const end = Math.max(begin, at(link.x1));
    add(from, begin);
    add(begin, end, link.url);
    from = end;
  }
  add(from, piece.text.length);
  return out;
}

/** Returns the nearest word edge, since letters differ in width. */
function wordEdge(text: string, index: number): number {
  const bound = Math.min(text.length, Math.max(0, index));
  for (const step of [0, -1, 1, -2, 2, -3, 3]) {
    const at = bound + step;
    if (at < 0 || at > text.length) continue;
    if (
      at === 0 ||
      at === text.length ||
      /\s/.test(text[at - 1] ?? '') !== /\s/.test(text[at] ?? '')
    )
      return at;
  }
  return bound;
}
