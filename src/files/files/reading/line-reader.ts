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

const TAB = 0x09;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const LESS_THAN = 0x3c;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/**
 * Reads some lines of a content of any size, with their line ends; of the rest it counts the lines. Null where
 * the lines have more than `maxBytes`. `hasPlaces`: the marks of places before the first line are read.
 */
export async function readLines(
  content: Readable,
  { first, last }: LineRange,
  maxBytes: number,
  hasPlaces: boolean,
): Promise<ReadLines | null> {
  const kept: Buffer[] = [];
  let bytes = 0;
  // Ended lines so far, and whether something follows the last of them.
  let ended = 0;
  let open = false;
  const marks = hasPlaces ? new MarkReader() : null;
  const end = last ?? Infinity;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length;) {
      const line = ended + 1;
      const isMarked = marks !== null && line <= first;
      const most = isMarked
        ? 1
        : line < first
          ? first - line
          : line <= end
            ? end - ended
            : Infinity;
      const next = afterLines(chunk, at, most);
      const part = chunk.subarray(at, next.at);
      if (line >= first && line <= end) {
        bytes += part.length;
        if (bytes > maxBytes) {
          content.destroy();
          return null;
        }
        kept.push(part);
      }
      if (isMarked) marks.read(part, next.lines === 1);
      ended += next.lines;
      at = next.at;
    }
    open = chunk.at(-1) !== NEWLINE;
  }
  const total = ended + (open ? 1 : 0);
  return {
    bytes: Buffer.concat(kept),
    last: Math.min(last ?? total, total),
    total,
    place: marks?.place ?? null,
  };
}

/** Returns where a chunk goes on after so many ends of lines from `from` on, and how many of them it has. */
function afterLines(chunk: Buffer, from: number, most: number): { at: number; lines: number } {
  let lines = 0;
  // Byte by byte, which takes a twentieth of the time of a search for each end of very short lines.
  for (let at = from; at < chunk.length; at += 1)
    if (chunk[at] === NEWLINE && (lines += 1) === most) return { at: at + 1, lines };
  return { at: chunk.length, lines };
}

/** Finds the place of the line that was read last, of lines that come in parts. */
class MarkReader {
  private readonly scanner = new PlaceScanner();
  private begun = '';

  get place(): Place | null {
    if (this.begun !== '') this.scanner.read(this.begun);
    return this.scanner.place;
  }

  read(part: Buffer, isEnd: boolean): void {
    if (isEnd && this.begun === '' && !mayBeMark(part)) return;
    if (this.begun.length < MARK_LENGTH) this.begun += part.toString('latin1', 0, MARK_LENGTH);
    if (!isEnd) return;
    this.scanner.read(this.begun);
    this.begun = '';
  }
}

/** Returns whether a line may be a mark or begin or end a fence of code, by its first character. */
function mayBeMark(line: Buffer): boolean {
  let at = 0;
  while (line[at] === SPACE || line[at] === TAB) at += 1;
  const first = line[at];
  return first === LESS_THAN || first === BACKTICK || first === TILDE;
}
