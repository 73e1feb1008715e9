import { type Style } from '../../tree.js';
import { type FoundText } from '../found-text.js';
import { type Box, isInside, middle } from './boxes.js';

/** Text of one font at one position, as detected by the engine. */
export interface Piece extends Box {
  text: string;
  /** Font size in points. */
  size: number;
  style: Style;
  url?: string;
  /** Id of the marked content to which the text belongs, in a tagged PDF. */
  mark?: number;
}

/** A picture, with the URL for Markdown. */
export interface Picture extends Box {
  url: string;
  alt?: string;
}

/** A tag of a page, with the ids of its marked content. */
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
  /** Tags of the PDF, if it has any. */
  tags?: readonly Tag[] | undefined;
}

const MONO = /mono|courier|consol|typewriter|cmtt|cmsltt|menlo|inconsolata|fixed|terminal|txtt/i;

export function toPiece(found: FoundText): Piece {
  const { font, size, style, mark, x0, y0, x1, y1 } = found;
  const common = { size, x0, y0, x1, y1, ...(mark !== undefined && { mark }) };
  if (MONO.test(font)) return { ...common, text: found.text, style: { ...style, code: true } };
  return { ...common, text: found.text.replaceAll(/\s{2,}/g, ' '), style };
}

/** Removes texts that are drawn twice with a slight offset to look bold. */
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

/** Applies links to the pieces below their areas, word by word. */
export function linkPieces(pieces: Piece[], links: LinkArea[]): Piece[] {
  return pieces.flatMap((piece) => {
    const { x0, x1, y0, y1, text } = piece;
    const y = middle(y0, y1);
    const over = links.filter(
      (link) => link.x0 < x1 && link.x1 > x0 && link.y0 <= y && link.y1 >= y,
    );
    if (over.length === 0) return [piece];
    const letter = (x1 - x0) / Math.max(1, text.length);
    return Array.from(text.matchAll(/\s*\S+\s*$|\s*\S+/g), ({ 0: word, index }) => {
      const [from, to] = [x0 + index * letter, x0 + (index + word.length) * letter];
      const url = over.find((link) => isInside({ x0: from, x1: to, y0, y1 }, link))?.url;
      return { ...piece, text: word, x0: from, x1: to, ...(url !== undefined && { url }) };
    });
  });
}
