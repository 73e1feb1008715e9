import type { Readable } from 'node:stream';
import type { LineRange } from './lines.js';
import { MARK_LENGTH, type Place, PlaceScanner } from './places.js';

/** Lines read from a file. */
export interface ReadLines {
  bytes: Buffer;
  /** Number of the last line read; less than the first if the file is shorter. */
  last: number;
  /** Number of lines in the file. */
  total: number;
  /** Page, slide or sheet of the first line, according to the marks up to that line; null without marks. */
  place: Place | null;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const LESS_THAN = 0x3c;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/**
 * Reads a range of lines, including line endings, of a content of any size, and counts the other lines. Returns null if
 * the range exceeds `maxBytes`. `hasPlaces` enables reading the marks of places up to the first line.
 */
export async function readLines(
  content: Readable,
  { first, last }: LineRange,
  maxBytes: number,
  hasPlaces: boolean,
): Promise<ReadLines | null> {
  const kept: Buffer[] = [];
  let bytes = 0;
  // Number of complete lines so far, and whether text follows the last one.
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

/**
 * Returns the position after the next `most` line endings from `from`, or the end of the chunk, and the number of line
 * endings up to there.
 */
function afterLines(chunk: Buffer, from: number, most: number): { at: number; lines: number } {
  let lines = 0;
  // For very short lines, a loop over the bytes takes a twentieth of the time of a search for each line ending.
  for (let at = from; at < chunk.length; at += 1)
    if (chunk[at] === NEWLINE && (lines += 1) === most) return { at: at + 1, lines };
  return { at: chunk.length, lines };
}

/** Finds the place of the last line read, from lines that arrive in parts. */
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

/** Returns whether a line may be a mark or a code fence, judging by its first character. */
function mayBeMark(line: Buffer): boolean {
  let at = 0;
  while (line[at] === SPACE || line[at] === TAB) at += 1;
  const first = line[at];
  return first === LESS_THAN || first === BACKTICK || first === TILDE;
}
