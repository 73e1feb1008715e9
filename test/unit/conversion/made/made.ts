import { type Random } from '../../../support/fuzz/random.js';

// Random documents with known content, for any format.

export type Piece =
  | { kind: 'word'; text: string }
  | { kind: 'bold'; text: string }
  /** Two words without a space between them; the second is a superscript. */
  | { kind: 'raised'; text: string; above: string }
  | { kind: 'hidden'; text: string }
  | { kind: 'deleted'; text: string }
  /** A number with a non-breaking hyphen. */
  | { kind: 'number'; text: string }
  | { kind: 'formula'; above: string; below: string; displayed: boolean };

export interface MadeCell {
  text: string;
  inner?: string[][];
}

export type Part =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; rows: MadeCell[][] };

const WORDS = 'fee rent order parcel invoice payment transfer refund salary interest'.split(' ');

/** The kinds of content that a format supports; no others are generated. */
export interface Abilities {
  kinds: readonly Piece['kind'][];
  nested: boolean;
}

export function makeParts(random: Random, abilities: Abilities): Part[] {
  const parts: Part[] = [{ kind: 'heading', text: words(random, 2) }];
  for (let count = 2 + random.below(8); count > 0; count -= 1) {
    const kind = random.pick(['paragraph', 'paragraph', 'list', 'table', 'heading'] as const);
    if (kind === 'heading') parts.push({ kind, text: words(random, 1 + random.below(3)) });
    else if (kind === 'paragraph') parts.push({ kind, pieces: pieces(random, abilities) });
    else if (kind === 'list')
      parts.push({ kind, items: repeat(1 + random.below(4), () => words(random, 2)) });
    else parts.push({ kind, rows: rows(random, abilities) });
    // Adjacent lists and adjacent tables would merge.
    parts.push({ kind: 'paragraph', pieces: [{ kind: 'word', text: words(random, 3) }] });
  }
  return parts;
}

function pieces(random: Random, { kinds }: Abilities): Piece[] {
  return repeat(1 + random.below(8), (): Piece => {
    const text = words(random, 1 + random.below(2));
    const kind = random.percent(40) ? 'word' : random.pick(kinds);
    if (kind === 'raised') return { kind, text: word(random), above: `${random.below(100)}` };
    if (kind === 'number') return { kind, text: `${random.below(1000)}-${random.below(10_000)}` };
    if (kind === 'formula')
      return {
        kind,
        above: `${1 + random.below(9)}x`,
        below: `${10 + random.below(90)}`,
        displayed: random.percent(50),
      };
    return { kind, text };
  });
}

/** Returns the rows of a table, some of which are identical. */
function rows(random: Random, { nested }: Abilities): MadeCell[][] {
  const columns = 2 + random.below(3);
  const same = random.percent(50) ? random.below(6) : -1;
  const cell = (): MadeCell => {
    const text = random.percent(50) ? word(random) : `${random.below(10_000)}.${random.below(10)}`;
    if (!nested || !random.percent(15)) return { text };
    return { text, inner: repeat(1 + random.below(3), () => repeat(2, () => word(random))) };
  };
  return repeat(2 + random.below(6), (row) =>
    row === same ? repeat(columns, () => ({ text: '0.00' })) : repeat(columns, cell),
  );
}

/** The content that must be found in a document. */
export interface Expected {
  words: string[];
  formulas: string[];
  rows: string[];
  hidden: boolean;
  deleted: boolean;
}

export function collectExpected(parts: readonly Part[]): Expected {
  const found: Expected = {
    words: [],
    formulas: [],
    rows: [],
    hidden: false,
    deleted: false,
  };
  for (const part of parts)
    if (part.kind === 'heading') found.words.push(...part.text.split(' '));
    else if (part.kind === 'list')
      found.words.push(...part.items.flatMap((item) => item.split(' ')));
    else if (part.kind === 'paragraph') for (const piece of part.pieces) addPiece(piece, found);
    else
      for (const row of part.rows) {
        const cells = row.map(({ text, inner = [] }) =>
          [text, ...inner.map((line) => line.join(' / '))].join(' '),
        );
        found.rows.push(cells.join(' | '));
        found.words.push(...cells.join(' ').replaceAll(' / ', ' ').split(' '));
      }
  return found;
}

function addPiece(piece: Piece, found: Expected): void {
  switch (piece.kind) {
    case 'hidden':
    case 'deleted':
      found[piece.kind] = true;
      break;
    case 'formula':
      found.formulas.push(`$\\frac{${piece.above}}{${piece.below}}$`);
      break;
    case 'raised':
      found.words.push(`${piece.text}^${piece.above}`);
      break;
    default:
      found.words.push(...piece.text.split(' '));
  }
}

function word(random: Random): string {
  return `${random.pick(WORDS)}${random.below(1000)}`;
}

function words(random: Random, count: number): string {
  return repeat(count, () => word(random)).join(' ');
}

function repeat<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
