// Compound files, the containers of doc, xls, ppt and msg: a small file system.
import { DocumentError } from '../converted.js';

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Streams that identify a format, by their names in the directory, which are case-insensitive [MS-CFB]. */
const STREAMS: readonly (readonly [string, string])[] = [
  ['WORDDOCUMENT', 'doc'],
  ['POWERPOINT DOCUMENT', 'ppt'],
  ['WORKBOOK', 'xls'],
  ['BOOK', 'xls'],
  ['__PROPERTIES_VERSION1.0', 'msg'],
];
const ENTRY = 128;

export function isCompound(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(SIGNATURE);
}

/** Returns the format of a compound file. */
export function compoundFormat(bytes: Buffer, named: string | undefined): string {
  const names = streamNames(bytes);
  if (names.has('ENCRYPTEDPACKAGE'))
    throw new DocumentError('unreadable', 'The document is protected by a password.');
  // A mail may contain the streams of other formats; its own stream is also at the root.
  const kinds = STREAMS.filter(([stream]) => names.has(stream)).map(([, kind]) => kind);
  if (kinds.includes('msg')) return 'msg';
  const kind = kinds.find((each) => each === named) ?? kinds[0];
  if (kind !== undefined) return kind;
  throw new DocumentError(
    'unsupported',
    'The file is of an Office format that is not converted to Markdown, or it is damaged.',
  );
}

/**
 * Returns the names of all streams in upper case, in whatever sectors the directory is: each entry begins at a
 * multiple of 128 bytes.
 */
function streamNames(bytes: Buffer): Set<string> {
  const found = new Set<string>();
  for (let at = 512; at + ENTRY <= bytes.length; at += ENTRY) {
    const length = bytes.readUInt16LE(at + 64);
    const kind = bytes[at + 66];
    if (length < 4 || length > 64 || length % 2 !== 0) continue;
    if (kind !== 1 && kind !== 2 && kind !== 5) continue;
    found.add(bytes.toString('utf16le', at, at + length - 2).toUpperCase());
  }
  return found;
}
