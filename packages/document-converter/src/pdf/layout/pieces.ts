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
  const { font, size, bold, italic, position, mark, x0, y0, x1, y1 } = found;
  const code = MONO.test(font) && !isMixed(found);
  const style = {
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(code && { code }),
    ...(position !== undefined && { position }),
  };
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

/** Applies links to the pieces below them, word by word. */
export function linkPieces(pieces: Piece[], links: LinkArea[]): Piece[] {
  return pieces.flatMap((piece) => {
    const { x0, x1, y0, y1, text } = piece;
    const over = links.filter(
      (link) => link.x0 < x1 && link.x1 > x0 && isWithin((y0 + y1) / 2, link.y0, link.y1),
    );
    if (over.length === 0) return [piece];
    const letter = (x1 - x0) / Math.max(1, text.length);
    return Array.from(text.matchAll(/\s*\S+\s*$|\s*\S+/g), ({ 0: word, index }) => {
      const [from, to] = [x0 + index * letter, x0 + (index + word.length) * letter];
      const url = over.find((link) => isWithin((from + to) / 2, link.x0, link.x1))?.url;
      return { ...piece, text: word, x0: from, x1: to, ...(url !== undefined && { url }) };
    });
  });
}

function isWithin(at: number, from: number, to: number): boolean {
  return at >= from && at <= to;
}
