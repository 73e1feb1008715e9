import type { Readable } from 'node:stream';
import type { LineRange } from './lines.js';
import { MARK_LENGTH, type Place, PlaceScanner } from './places.js';

/** The lines that were read of a file. */
export interface ReadLines {
  bytes: Buffer;
  /** The last line that was read; less than the first where the file has not so many. */
  last: number;
  /** Lines of the file. */
  total: number;
  /** The page, slide or sheet of the first line, by the marks before it; null where there are none. */
  place: Place | null;
}

const NEWLINE = 0x0a;

/**
 * Reads some lines of a content of any size, with their line ends; the rest goes by without being kept. Null where
 * the lines have more than `maxBytes`.
 */
export async function readLines(
  content: Readable,
  { first, last }: LineRange,
  maxBytes: number,
): Promise<ReadLines | null> {
  const kept: Buffer[] = [];
  let bytes = 0;
  // Ended lines so far, and whether something follows the last of them.
  let ended = 0;
  let open = false;
  const scanner = new PlaceScanner();
  let begun = '';
  for await (const chunk of content as AsyncIterable<Buffer>) {
    let from = 0;
    while (from < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, from);
      const to = newline === -1 ? chunk.length : newline + 1;
      const line = ended + 1;
      if (line >= first && (last === null || line <= last)) {
        bytes += to - from;
        if (bytes > maxBytes) {
          content.destroy();
          return null;
        }
        kept.push(chunk.subarray(from, to));
      }
      if (line <= first) {
        if (begun.length < MARK_LENGTH)
          begun += chunk.toString('latin1', from, Math.min(to, from + MARK_LENGTH));
        if (newline !== -1) scanner.read(begun);
        if (newline !== -1) begun = '';
      }
      open = newline === -1;
      if (!open) ended += 1;
      from = to;
    }
  }
  const total = ended + (open ? 1 : 0);
  if (ended < first && begun !== '') scanner.read(begun);
  const place = scanner.place;
  return { bytes: Buffer.concat(kept), last: Math.min(last ?? total, total), total, place };
}
