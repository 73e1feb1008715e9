// Deleted and hidden text of Word 97 to 2003, which [MS-DOC] stores within the other text and marks by a property.
import { type WordCount } from '../count/word-count.js';
import { createStreamReader } from '../input/compound-streams.js';
import { Losses } from '../input/losses.js';
import { type Block } from '../tree.js';
import { besideText } from './doc-beside.js';
import { splitParagraphs, pieceText, splitStories } from './doc-stories.js';

const VERSION = 0x02;
const WORD_97 = 0xc0;

const FLAGS = 0x0a;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;
/** Offsets of the position and length of the table of character property pages, and of the piece table. */
const PAGES = 0x00fa;
const PIECES = 0x01a2;
const COMPRESSED = 0x40000000;
const PAGE = 512;
const MAX_PAGES = 100_000;
const DELETED = 0x0800;
const HIDDEN = 0x083c;
/** Lengths of operands by the upper three bits of a property; for 6, the operand has its own length. */
const OPERANDS = [1, 1, 2, 4, 2, 2, 0, 3];
/** A character that is invisible in all readers. */
const NOTHING = 0x1f;
/** Structural characters: the ends of paragraphs, cells, pages and lines, and the parts of fields. */
const STRUCTURE = new Set([0x07, 0x0b, 0x0c, 0x0d, 0x13, 0x14, 0x15]);

interface Stretch {
  from: number;
  to: number;
  kind: 'deleted' | 'hidden';
}

/** A document without hidden content, and the comments and boxes that the engine does not read. */
export interface Readable {
  bytes: Buffer;
  beside: Block[];
}

/** Returns a Word 97 to 2003 document without deleted and hidden text; the same bytes if it has none. */
export function readableDoc(bytes: Buffer, warnings: string[], words: WordCount): Readable {
  try {
    return seenParts(bytes, warnings, words);
  } catch {
    // The engine reports what is wrong with the document.
    return { bytes, beside: [] };
  }
}

function seenParts(bytes: Buffer, warnings: string[], words: WordCount): Readable {
  const nothing = { bytes, beside: [] };
  const stream = createStreamReader(bytes);
  const main = stream('WordDocument');
  if (main === undefined || main.length < PIECES + 8) return nothing;
  const flags = main.readUInt16LE(FLAGS);
  if ((flags & ENCRYPTED) !== 0) return nothing;
  const table = stream((flags & SECOND_TABLE) === 0 ? '0Table' : '1Table');
  if (table === undefined) return nothing;
  const pieces = readPieces(table, main);
  const readable = withoutUnseen(bytes, main, unseen(main, table), pieces, warnings);
  if (readable === undefined || main.readUInt16LE(VERSION) < WORD_97) return nothing;
  const whole = pieces.map(({ from, to, wide }) => pieceText(main, from, to, wide)).join('');
  const stories = splitStories(main, whole);
  const beside = besideText(stories, main, table, warnings);
  // Comments and boxes are read here, the text by an engine.
  words.source('the text', () => splitParagraphs(stories.text));
  words.ownTree({ blocks: beside, notes: [] });
  return { bytes: readable, beside };
}

/**
 * Overwrites deleted and hidden text with invisible characters: in the main stream, and in the returned copy of the
 * file.
 */
function withoutUnseen(
  bytes: Buffer,
  main: Buffer,
  stretches: readonly Stretch[],
  pieces: readonly Piece[],
  warnings: string[],
): Buffer | undefined {
  if (stretches.length === 0) return bytes;
  const losses = new Losses();
  const whole = Buffer.from(bytes);
  // The sectors of the stream may be anywhere in the file.
  const place = createOffsetMapper(bytes, main.length);
  if (place === undefined) return undefined;
  for (const stretch of stretches) blank(stretch, pieces, main, whole, place, losses);
  losses.report(warnings);
  return whole;
}

/** Returns the byte ranges of the main stream that have the property of deleted or hidden text. */
function unseen(main: Buffer, table: Buffer): Stretch[] {
  const at = main.readUInt32LE(PAGES);
  const count = Math.floor((main.readUInt32LE(PAGES + 4) - 4) / 8);
  if (count < 1 || count > MAX_PAGES || at + 4 + count * 8 > table.length) return [];
  const out: Stretch[] = [];
  for (let index = 0; index < count; index += 1) {
    const page = (table.readUInt32LE(at + (count + 1) * 4 + index * 4) & 0x3fffff) * PAGE;
    if (page + PAGE > main.length) continue;
    out.push(...stretchesOn(main.subarray(page, page + PAGE)));
  }
  return out;
}

function stretchesOn(page: Buffer): Stretch[] {
  const runs = page[PAGE - 1] ?? 0;
  const out: Stretch[] = [];
  for (let run = 0; run < runs && (runs + 1) * 4 + run < PAGE; run += 1) {
    const offset = (page[(runs + 1) * 4 + run] ?? 0) * 2;
    if (offset === 0) continue;
    const length = page[offset] ?? 0;
    const kind = readHiddenKind(page.subarray(offset + 1, offset + 1 + length));
    if (kind === undefined) continue;
    out.push({ from: page.readUInt32LE(run * 4), to: page.readUInt32LE(run * 4 + 4), kind });
  }
  return out;
}

function readHiddenKind(properties: Buffer): 'deleted' | 'hidden' | undefined {
  let hidden = false;
  for (let at = 0; at + 3 <= properties.length;) {
    const property = properties.readUInt16LE(at);
    const value = properties[at + 2];
    if (property === DELETED && value === 1) return 'deleted';
    if (property === HIDDEN) hidden = value === 1;
    const own = OPERANDS[property >> 13] ?? 1;
    at += 2 + (own === 0 ? 1 + (value ?? 0) : own);
  }
  return hidden ? 'hidden' : undefined;
}

interface Piece {
  from: number;
  to: number;
  wide: boolean;
}

function readPieces(table: Buffer, main: Buffer): Piece[] {
  let at = main.readUInt32LE(PIECES);
  const end = Math.min(table.length, at + main.readUInt32LE(PIECES + 4));
  while (at + 5 <= end && table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (at + 5 > end || table[at] !== 2) return [];
  const count = Math.floor((Math.min(table.readUInt32LE(at + 1), end - at - 5) - 4) / 12);
  const first = at + 5;
  return Array.from({ length: Math.max(0, Math.min(count, MAX_PAGES)) }, (_, piece) => {
    const characters =
      table.readUInt32LE(first + (piece + 1) * 4) - table.readUInt32LE(first + piece * 4);
    const place = table.readUInt32LE(first + (count + 1) * 4 + piece * 8 + 2);
    const wide = (place & COMPRESSED) === 0;
    const from = wide ? place : (place & ~COMPRESSED) / 2;
    return { from, to: from + characters * (wide ? 2 : 1), wide };
  });
}

/** Overwrites the text of a range character by character, so that all offsets remain valid. */
function blank(
  stretch: Stretch,
  pieces: readonly Piece[],
  main: Buffer,
  whole: Buffer,
  place: (offset: number) => number | undefined,
  losses: Losses,
): void {
  let text = '';
  for (const { from, to, wide } of pieces) {
    const size = wide ? 2 : 1;
    for (
      let at = Math.max(from, stretch.from);
      at < Math.min(to, stretch.to, main.length - 1);
      at += size
    ) {
      const code = wide ? main.readUInt16LE(at) : main.readUInt8(at);
      if (STRUCTURE.has(code)) continue;
      text += String.fromCharCode(code);
      for (let byte = 0; byte < size; byte += 1) {
        const target = place(at + byte);
        if (target !== undefined) whole[target] = byte === 0 ? NOTHING : 0;
        main[at + byte] = byte === 0 ? NOTHING : 0;
      }
    }
  }
  if (text.trim() === '') return;
  losses.add(
    stretch.kind === 'hidden'
      ? 'Hidden text was left out'
      : 'Text that a reviewer has deleted was left out',
    () => `${text.length} characters`,
  );
}

/**
 * Returns a function that maps offsets in the main stream to offsets in the file. The stream is always long enough for
 * regular sectors.
 */
function createOffsetMapper(
  bytes: Buffer,
  length: number,
): ((offset: number) => number | undefined) | undefined {
  const size = 2 ** bytes.readUInt16LE(30);
  const chain = findSectorChain(bytes, size, length);
  if (chain === undefined) return undefined;
  return (offset) => {
    const sector = chain[Math.floor(offset / size)];
    const at = sector === undefined ? Infinity : (sector + 1) * size + (offset % size);
    return at < bytes.length ? at : undefined;
  };
}

function findSectorChain(bytes: Buffer, size: number, length: number): number[] | undefined {
  const table = sectorTable(bytes, size);
  for (let at = 512; at + 128 <= bytes.length; at += 128) {
    if (bytes.toString('utf16le', at, at + 24) !== 'WordDocument') continue;
    if (bytes.readUInt16LE(at + 64) !== 26 || bytes[at + 66] !== 2) continue;
    const chain: number[] = [];
    let sector = bytes.readUInt32LE(at + 116);
    while (chain.length * size < length && sector < table.length) {
      chain.push(sector);
      sector = table[sector] ?? Infinity;
    }
    if (chain.length * size >= length) return chain;
  }
  return undefined;
}

/** Returns the successor of each sector. */
function sectorTable(bytes: Buffer, size: number): number[] {
  const table: number[] = [];
  const most = bytes.length / 4;
  const readSector = (sector: number) => {
    if (table.length > most) return;
    const from = (sector + 1) * size;
    for (let at = from; at + 4 <= Math.min(bytes.length, from + size); at += 4)
      table.push(bytes.readUInt32LE(at));
  };
  const listed = bytes.readUInt32LE(44);
  for (let index = 0; index < Math.min(109, listed); index += 1)
    readSector(bytes.readUInt32LE(76 + index * 4));
  let more = bytes.readUInt32LE(68);
  for (
    let left = Math.min(bytes.readUInt32LE(72), bytes.length / size);
    left > 0 && (more + 2) * size <= bytes.length;
    left -= 1
  ) {
    const from = (more + 1) * size;
    for (let at = from; at < from + size - 4; at += 4) {
      const sector = bytes.readUInt32LE(at);
      if ((sector + 2) * size <= bytes.length) readSector(sector);
    }
    more = bytes.readUInt32LE(from + size - 4);
  }
  return table;
}
