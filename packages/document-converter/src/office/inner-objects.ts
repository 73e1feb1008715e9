// Documents in documents of Word and PowerPoint 97 to 2003, which are not read, and are reported.
import { CFB } from '@e965/xlsx';
import { Losses, quoted } from '../input/losses.js';
import { streamsOf } from './fallback/streams.js';
import { quietly } from './quiet.js';

const HEADER = 8;
const CONTAINER = 0xf;
/** Records of [MS-PPT]: an embedded object, and a text of it. */
const EMBEDDED = 0x0fcc;
const TEXT = 0x0fba;
const MAX_DEPTH = 8;
/** Where the name of a kind of document begins in the stream that has it. */
const KIND = 28;

/** Adds a warning of the documents in a document. */
export function reportInnerObjects(bytes: Buffer, format: string, warnings: string[]): void {
  const losses = new Losses();
  try {
    quietly(() => {
      const names = format === 'ppt' ? ofSlides(bytes) : ofText(bytes);
      for (const name of names) losses.add('Embedded documents were left out', () => quoted(name));
    });
  } catch {
    // The engine says what is wrong with the document.
  }
  losses.report(warnings);
}

function ofSlides(bytes: Buffer): string[] {
  const stream = streamsOf(bytes)('PowerPoint Document');
  return stream === undefined ? [] : namesIn(stream, 0);
}

function namesIn(bytes: Buffer, depth: number): string[] {
  const out: string[] = [];
  for (let at = 0; at + HEADER <= bytes.length;) {
    const isContainer = (bytes.readUInt16LE(at) & CONTAINER) === CONTAINER;
    const type = bytes.readUInt16LE(at + 2);
    const body = bytes.subarray(at + HEADER, at + HEADER + bytes.readUInt32LE(at + 4));
    at += HEADER + body.length;
    if (type === EMBEDDED) out.push(textIn(body));
    else if (isContainer && depth < MAX_DEPTH) out.push(...namesIn(body, depth + 1));
  }
  return out;
}

/** Returns the first text of an object: the name of its kind. */
function textIn(bytes: Buffer): string {
  for (let at = 0; at + HEADER <= bytes.length;) {
    const end = at + HEADER + bytes.readUInt32LE(at + 4);
    if (bytes.readUInt16LE(at + 2) === TEXT) return bytes.toString('utf16le', at + HEADER, end);
    at = end;
  }
  return 'object';
}

function ofText(bytes: Buffer): string[] {
  const file: { FullPaths: string[] } = CFB.read(bytes, { type: 'buffer' });
  return file.FullPaths.filter((path) => /\/ObjectPool\/_\d+\/$/.test(path)).map((path) => {
    const entry = CFB.find(file, `${path}\u0001CompObj`);
    const stream = Buffer.from(entry?.content ?? []);
    if (stream.length < KIND + 4) return 'object';
    return stream.toString('latin1', KIND + 4, KIND + 3 + stream.readUInt32LE(KIND));
  });
}
