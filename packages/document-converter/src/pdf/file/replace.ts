import { deflateSync } from 'node:zlib';
import { type FileObject } from './objects.js';

/** Dictionary entries that describe the encoding of a stream's data. */
const WRITTEN = [
  /\/Filter\s*(?:\/\w+|\[[^\]]*\])/,
  /\/DecodeParms\s*(?:<<[^>]*>>|\[[^\]]*\]|\d+\s+\d+\s+R|null)/,
  /\/Length\s+\d+(?:\s+\d+\s+R)?(?!\w)/,
];

/**
 * Replaces the data of a stream without moving anything else in the file. If there is not enough space, the stream
 * becomes empty.
 */
export function replaceStream(
  bytes: Buffer,
  { from, data: place }: FileObject,
  data: Buffer,
): void {
  if (place === undefined) return;
  const dictionary = bytes.toString('latin1', from, place.from).replace(/>>\s*stream\s*$/, '');
  const others = WRITTEN.reduce((text, entry) => text.replace(entry, ' '), dictionary).trimEnd();
  const space = place.to - from;
  const [filled, empty] = [deflateSync(data, { level: 9 }), Buffer.alloc(0)];
  for (const [written, filter] of [
    [filled, '/Filter /FlateDecode '],
    [empty, ''],
  ] as const) {
    const head = `${others} ${filter}/Length ${written.length} `;
    const tail = '>>\nstream\n';
    const gap = space - head.length - tail.length - written.length;
    if (gap < 0) continue;
    bytes.write(`${head}${' '.repeat(gap)}${tail}`, from, 'latin1');
    written.copy(bytes, place.to - written.length);
    return;
  }
}
