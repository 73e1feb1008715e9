// Objects above the cells of an xls, which are in records beside those of the cells.
import { type Spot } from '../sheet.js';

export interface Drawn {
  kind: 'picture' | 'chart' | 'text' | 'header' | 'footer';
  spot: Spot;
  /** Texts of the object; for a chart, its titles and the names of its series. */
  texts: string[];
}

/** Types of records and of the objects in them. */
const BOF = 0x08_09;
const EOF = 0x0a;
const HEADER = 0x14;
const FOOTER = 0x15;
const OBJECT = 0x5d;
const DRAWING = 0xec;
const TEXT = 0x1_b6;
const CONTINUE = 0x3c;
const SERIES_TEXT = 0x10_0d;
const SHEET = 0x85;
const ANCHOR = Buffer.from([0x10, 0xf0]);
const CHART = 5;
const PICTURE = 8;
const COMMENT = 0x19;

/** Returns the objects of each sheet, in the order of the sheets. */
export function drawnObjects(stream: Buffer): Drawn[][] {
  const starts = new Map<number, number>();
  let count = 0;
  for (const { type, data } of recordsFrom(stream, 0)) {
    if (type === SHEET && data.length > 4) starts.set(count++, data.readUInt32LE(0));
    if (type === EOF) break;
  }
  return Array.from({ length: count }, (_, index) =>
    sheetObjects(stream, starts.get(index) ?? stream.length),
  );
}

function sheetObjects(stream: Buffer, start: number): Drawn[] {
  const found: Drawn[] = [];
  let spot: Spot = { x: 0, y: 0 };
  let depth = 0;
  let chars = 0;
  let last: Drawn | undefined;
  for (const { type, data } of recordsFrom(stream, start)) {
    if (type === BOF) depth += 1;
    else if (type === EOF) {
      depth -= 1;
      if (depth <= 0) break;
    } else if ((type === HEADER || type === FOOTER) && depth === 1 && data.length > 3) {
      const kind = type === HEADER ? 'header' : 'footer';
      found.push({ kind, spot, texts: [decodeChars(data.subarray(2), data.readUInt16LE(0))] });
    } else if (type === DRAWING) spot = findAnchor(data) ?? spot;
    else if (type === OBJECT && data.length >= 6) {
      const kind = data.readUInt16LE(4);
      last = {
        kind: kind === CHART ? 'chart' : kind === PICTURE ? 'picture' : 'text',
        spot,
        texts: [],
      };
      if (kind !== COMMENT) found.push(last);
    } else if (type === SERIES_TEXT && data.length > 4) {
      const value = decodeChars(data.subarray(3), data[2] ?? 0);
      if (value !== '' && last?.kind === 'chart') last.texts.push(value);
    } else if (type === TEXT && data.length >= 12) chars = data.readUInt16LE(10);
    else if (type === CONTINUE && chars > 0) {
      last?.texts.push(
        ...decodeChars(data, chars)
          .split(/\r\n?|\n/)
          .filter((line) => line.trim() !== ''),
      );
      chars = 0;
    }
  }
  return found;
}

interface BookRecord {
  type: number;
  data: Buffer;
}

function* recordsFrom(stream: Buffer, start: number): Generator<BookRecord> {
  for (let at = start; at + 4 <= stream.length;) {
    const end = at + 4 + stream.readUInt16LE(at + 2);
    yield { type: stream.readUInt16LE(at), data: stream.subarray(at + 4, end) };
    at = end;
  }
}

/** Returns text with one or two bytes for each character, according to its first byte. */
function decodeChars(data: Buffer, count: number): string {
  const wide = ((data[0] ?? 0) & 1) === 1;
  const text = wide
    ? data.toString('utf16le', 1, 1 + 2 * count)
    : data.toString('latin1', 1, 1 + count);
  return text.replaceAll('\0', '').trim();
}

/** Returns the cell at which a drawing begins. */
function findAnchor(data: Buffer): Spot | undefined {
  const at = data.lastIndexOf(ANCHOR);
  if (at < 2 || at + 14 > data.length) return undefined;
  return { x: data.readUInt16LE(at + 8), y: data.readUInt16LE(at + 12) };
}
