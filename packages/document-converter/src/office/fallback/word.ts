// Fallback parser for Word 97 to 2003: reads the pieces of [MS-DOC], without their formatting.
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { type Block, type DocumentTree, paragraph, tableOfTexts } from '../../tree.js';
import { pieceText, splitStories, withoutFields } from '../doc-stories.js';
import { createStreamReader } from '../../input/compound-streams.js';

const FLAGS = 0x0a;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;
/** Offset of the position and length of the piece table. */
const PIECES = 0x01a2;
const COMPRESSED = 0x40000000;
const MAX_PIECES = 100_000;

export function parseWord(source: Source): DocumentTree {
  const stream = createStreamReader(source.bytes);
  const main = stream('WordDocument');
  if (main === undefined || main.length < PIECES + 8) throw unreadable();
  const flags = main.readUInt16LE(FLAGS);
  if ((flags & ENCRYPTED) !== 0)
    throw new DocumentError('unreadable', 'The document is protected by a password.');
  const table = stream((flags & SECOND_TABLE) === 0 ? '0Table' : '1Table');
  const pieces = table === undefined ? undefined : readPieceTexts(table, main);
  if (pieces === undefined) throw unreadable();
  const whole = pieces.join('');
  // `readSeen` adds comments and boxes.
  const { text, footnotes, endnotes } = splitStories(main, whole);
  const seen = text + footnotes + endnotes;
  source.warnings.push('The document is damaged: only its text was kept.');
  return { blocks: parseBlocks(withoutFields(seen === '' ? whole : seen)), notes: [] };
}

function readPieceTexts(table: Buffer, main: Buffer): string[] | undefined {
  let at = main.readUInt32LE(PIECES);
  const end = Math.min(table.length, at + main.readUInt32LE(PIECES + 4));
  while (at + 5 <= end && table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
  if (at + 5 > end || table[at] !== 2) return undefined;
  const count = Math.floor((Math.min(table.readUInt32LE(at + 1), end - at - 5) - 4) / 12);
  if (count < 1 || count > MAX_PIECES) return undefined;
  const first = at + 5;
  const texts: string[] = [];
  for (let piece = 0; piece < count; piece += 1) {
    const from = table.readUInt32LE(first + piece * 4);
    const characters = table.readUInt32LE(first + (piece + 1) * 4) - from;
    const place = table.readUInt32LE(first + (count + 1) * 4 + piece * 8 + 2);
    if (characters > 0) texts.push(textAt(main, place, characters));
  }
  return texts;
}

function textAt(main: Buffer, place: number, characters: number): string {
  const offset = place & ~COMPRESSED;
  return (place & COMPRESSED) === 0
    ? pieceText(main, offset, offset + characters * 2, true)
    : pieceText(main, offset / 2, offset / 2 + characters, false);
}

const CELL = '\u0007';
/** Characters that end a paragraph, a page, and a cell or row. */
const ENDS = new Set(['\r', '\f', CELL]);

function parseBlocks(text: string): Block[] {
  const out: Block[] = [];
  let rows: string[][] = [];
  let cells: string[] = [];
  const closeTable = () => {
    if (rows.length > 0) out.push(tableOfTexts(rows));
    rows = [];
  };
  let content = '';
  for (const char of `${text}\r`) {
    if (!ENDS.has(char)) {
      content += char === '\u000b' ? '\n' : char;
      continue;
    }
    // A row ends with an additional empty cell.
    if (char === CELL && content === '' && cells.length > 0) {
      rows.push(cells);
      cells = [];
    } else if (char === CELL) cells.push(content);
    else if (cells.length > 0 && content !== '') cells.push(content);
    else if (content.trim() !== '') {
      closeTable();
      out.push(paragraph(content));
    }
    content = '';
  }
  if (cells.length > 0) rows.push(cells);
  closeTable();
  return out;
}

function unreadable(): DocumentError {
  return new DocumentError('unreadable', 'The document is damaged: its content cannot be read.');
}
