import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readLines } from './line-reader.js';

const TEXT =
  'one\n\n<!-- page 2 -->\ntwo\r\n```\n<!-- page 3 -->\n```\nthree\n  <!-- page 4 -->\nfour';
const LINES = TEXT.split(/(?<=\n)/);
/** Page of each line; a page mark belongs to the page that it begins. */
const PLACES = [null, null, 2, 2, 2, 2, 2, 2, 4, 4];

function inChunks(size: number): Readable {
  const bytes = Buffer.from(TEXT);
  const count = Math.ceil(bytes.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  );
}

describe('readLines', () => {
  it('any range of lines is read alike, however the content is cut into chunks', async () => {
    for (const size of [1, 2, 7, 1_000])
      for (let first = 1; first <= LINES.length; first += 1)
        for (const last of [null, first, first + 1, LINES.length, 100]) {
          if (last !== null && last < first) continue;
          const read = await readLines(inChunks(size), { first, last }, 1_000, true);
          expect([size, first, last, read?.bytes.toString()]).toEqual([
            size,
            first,
            last,
            LINES.slice(first - 1, last ?? undefined).join(''),
          ]);
          expect([read?.last, read?.total, read?.place?.number ?? null]).toEqual([
            Math.min(last ?? LINES.length, LINES.length),
            LINES.length,
            PLACES[first - 1],
          ]);
        }
  });

  it('a file that ends before the first line has no line of the range', async () => {
    const read = await readLines(inChunks(5), { first: 11, last: null }, 1_000, false);
    expect([read?.total, read?.bytes.length, read?.place]).toEqual([10, 0, null]);
  });

  it('lines of more bytes than are allowed are not read', async () => {
    expect(await readLines(inChunks(5), { first: 1, last: null }, 20, false)).toBeNull();
    expect(await readLines(inChunks(5), { first: 1, last: 1 }, 4, false)).not.toBeNull();
  });
});
