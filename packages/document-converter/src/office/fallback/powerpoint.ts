// Fallback parser for PowerPoint 97 to 2003: reads the records of [MS-PPT] that contain text.
import iconv from 'iconv-lite';
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { type Block, type DocumentTree, heading, paragraph } from '../../tree.js';
import { createStreamReader } from '../../input/compound-streams.js';

const CONTAINER = 0xf;
const HEADER = 8;
const MASTERS = new Set([0x03f8, 0x0fc9, 0x03f0]);
const TEXT_KIND = 0x0f9f;
const WIDE_TEXT = 0x0fa0;
const NARROW_TEXT = 0x0fa8;
/** Text types of titles. */
const TITLES = new Set([0, 6]);
const MAX_DEPTH = 32;

export function parseSlides(source: Source): DocumentTree {
  const stream = createStreamReader(source.bytes)('PowerPoint Document');
  const blocks: Block[] = [];
  if (stream !== undefined) readRecords(stream, blocks, { title: false }, 0);
  if (blocks.length === 0)
    throw new DocumentError('unreadable', 'The document is damaged: its content cannot be read.');
  source.warnings.push('The document is damaged: only its text was kept.');
  return { blocks, notes: [] };
}

function readRecords(bytes: Buffer, out: Block[], kind: { title: boolean }, depth: number): void {
  for (let at = 0; at + HEADER <= bytes.length;) {
    const container = (bytes.readUInt16LE(at) & CONTAINER) === CONTAINER;
    const type = bytes.readUInt16LE(at + 2);
    const body = bytes.subarray(at + HEADER, at + HEADER + bytes.readUInt32LE(at + 4));
    at += HEADER + body.length;
    if (container) {
      if (!MASTERS.has(type) && depth < MAX_DEPTH) readRecords(body, out, kind, depth + 1);
    } else if (type === TEXT_KIND && body.length >= 4)
      kind.title = TITLES.has(body.readUInt32LE(0));
    else if (type === WIDE_TEXT) addText(body.toString('utf16le'), out, kind.title);
    else if (type === NARROW_TEXT) addText(iconv.decode(body, 'windows-1252'), out, kind.title);
  }
}

function addText(text: string, out: Block[], title: boolean): void {
  const lines = text.split('\r').map((line) => line.replaceAll('\u000b', ' ').trim());
  for (const line of lines)
    if (line !== '' && line !== '*') out.push(title ? heading(2, line) : paragraph(line));
}
