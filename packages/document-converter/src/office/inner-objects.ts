// Embedded documents of Word and PowerPoint 97 to 2003, and links of the latter, which are not read but reported.
import { CFB } from '@e965/xlsx';
import { createStreamReader } from '../input/compound-streams.js';
import { Losses, quoted } from '../input/losses.js';
import { safeUrl } from '../input/urls.js';
import { quietly } from '../input/quiet.js';

const HEADER = 8;
const CONTAINER = 0xf;
/** Record types of [MS-PPT]: an embedded object, a link, and a text of either. */
const EMBEDDED = 0x0fcc;
const LINK = 0x0fd7;
const TEXT = 0x0fba;
/** Instance of a link's text that contains its target. */
const TARGET = 1;
const MAX_DEPTH = 8;
/** Offset of the name of the document type in its stream. */
const KIND = 28;

/** Adds warnings about embedded documents and about links of slides. */
export function reportInnerObjects(bytes: Buffer, format: string, warnings: string[]): void {
  const losses = new Losses();
  try {
    quietly(() => {
      if (format === 'ppt') reportSlides(bytes, losses);
      else for (const name of ofText(bytes)) losses.add(LEFT_OUT, () => quoted(name));
    });
  } catch {
    // The engine reports what is wrong with the document.
  }
  losses.report(warnings);
}

const LEFT_OUT = 'Embedded documents were left out';

function reportSlides(bytes: Buffer, losses: Losses): void {
  const stream = createStreamReader(bytes)('PowerPoint Document');
  // Saved changes are appended to the old records, so a link may occur twice.
  const links = new Set<string>();
  for (const { type, body } of recordsIn(stream ?? Buffer.alloc(0), 0))
    if (type === EMBEDDED) losses.add(LEFT_OUT, () => quoted(textIn(body) ?? 'object'));
    else {
      const target = textIn(body, TARGET) ?? '';
      if (!target.startsWith('#') && safeUrl(target) !== undefined) links.add(target);
    }
  for (const link of links) losses.add('Links were left out, their texts kept', () => quoted(link));
}

interface SlideRecord {
  type: number;
  body: Buffer;
}

/** Returns the records of embedded objects and links. */
function recordsIn(bytes: Buffer, depth: number): SlideRecord[] {
  const out: SlideRecord[] = [];
  for (let at = 0; at + HEADER <= bytes.length;) {
    const isContainer = (bytes.readUInt16LE(at) & CONTAINER) === CONTAINER;
    const type = bytes.readUInt16LE(at + 2);
    const body = bytes.subarray(at + HEADER, at + HEADER + bytes.readUInt32LE(at + 4));
    at += HEADER + body.length;
    if (type === EMBEDDED || type === LINK) out.push({ type, body });
    else if (isContainer && depth < MAX_DEPTH) out.push(...recordsIn(body, depth + 1));
  }
  return out;
}

/**
 * Returns the first text of a record, or the text with an instance: the type name of an object, or the target of a
 * link.
 */
function textIn(bytes: Buffer, instance?: number): string | undefined {
  for (let at = 0; at + HEADER <= bytes.length;) {
    const end = at + HEADER + bytes.readUInt32LE(at + 4);
    const isText = bytes.readUInt16LE(at + 2) === TEXT;
    if (isText && (instance === undefined || bytes.readUInt16LE(at) >> 4 === instance))
      return bytes.toString('utf16le', at + HEADER, end);
    at = end;
  }
  return undefined;
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
