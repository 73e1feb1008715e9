import type { Readable } from 'node:stream';
import type { LineRange } from './lines.js';

/** The lines that were read of a file. */
export interface ReadLines {
  bytes: Buffer;
  /** The last line that was read; less than the first where the file has not so many. */
  last: number;
  /** Lines of the file. */
  total: number;
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
      open = newline === -1;
      if (!open) ended += 1;
      from = to;
    }
  }
  const total = ended + (open ? 1 : 0);
  return { bytes: Buffer.concat(kept), last: Math.min(last ?? total, total), total };
}
