import { type Style } from '../../tree.js';
import { type FoundText } from '../found-text.js';
import { type Box } from './boxes.js';

/** Text of one font at one position, as far as the engine could follow it. */
export interface Piece extends Box {
  text: string;
  /** In points. */
  size: number;
  style: Style;
  url?: string;
  /** The id of the marked content that it is part of, in a PDF with tags. */
  mark?: number;
}

/** A drawn element: a picture, as Markdown's URL, or a rule. */
export interface Picture extends Box {
  url: string;
}

/** A tag of a page, with the ids of what it marks. */
export interface Tag {
  type: string;
  markedContentIds: readonly number[];
  children: readonly Tag[];
  attributes: Readonly<Record<string, unknown>>;
}

export interface PageContent {
  width: number;
  height: number;
  pieces: Piece[];
  pictures: Picture[];
  rules: Box[];
  /** Those of the PDF, if it has any. */
  tags?: readonly Tag[] | undefined;
}

const MONO = /mono|courier|consol|typewriter|cmtt|cmsltt|menlo|inconsolata|fixed|terminal|txtt/i;

/** Ratio to the size: letters of a typewriter are at least this wide. */
const TYPED = 0.49;

/** Returns text as pieces: one, or several where many spaces leave a gap for others. */
export function piecesOf(found: FoundText): Piece[] {
  const { font, size, bold, italic, mark, x0, y0, x1, y1 } = found;
  const code = MONO.test(font) && !isMixed(found);
  const style = { ...(bold && { bold }), ...(italic && { italic }), ...(code && { code }) };
  const common = { size, style, y0, y1, ...(mark !== undefined && { mark }) };
  const letter = (x1 - x0) / Math.max(1, found.text.length);
  const parts = code ? [...found.text.matchAll(/.+/gsu)] : [...found.text.matchAll(PART)];
  return parts.flatMap(({ 0: part, index }) => {
    const text = code ? part : part.replaceAll(/\s+/g, ' ');
    if (text.trim() === '') return [];
    if (parts.length === 1) return { ...common, text, x0, x1 };
    return { ...common, text, x0: x0 + index * letter, x1: x0 + (index + part.length) * letter };
  });
}

/** Text without three spaces or more. */
const PART = /\s{0,2}\S+(?:\s{1,2}\S+)*\s{0,2}/gu;

/** Returns whether an engine has taken words of another font for those of a typewriter: they are narrower. */
function isMixed({ text, size, x0, x1 }: FoundText): boolean {
  return x1 - x0 < text.length * size * TYPED && /\p{L}\s\p{L}+\s\p{L}/u.test(text);
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
