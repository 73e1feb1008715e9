import { constants, inflateRawSync, inflateSync } from 'node:zlib';

/** Data that is longer than it may be. */
export const TOO_LONG = Symbol('too long');

type Data = Buffer | typeof TOO_LONG | undefined;
type Filter = (data: Buffer, most: number) => Data;

const FILTERS: Readonly<Record<string, Filter>> = {
  FlateDecode: inflated,
  Fl: inflated,
  ASCIIHexDecode: fromHex,
  AHx: fromHex,
};

function fromHex(data: Buffer): Buffer {
  return Buffer.from(data.toString('latin1').replaceAll(/>.*|[^\da-f]/gis, ''), 'hex');
}

/**
 * Returns the data of a stream as its filters make it, of `most` bytes at most; undefined if they cannot be undone here.
 *
 * @param dictionary of the stream
 */
export function dataOf(
  bytes: Buffer,
  { data }: { data?: { from: number; to: number } },
  dictionary: string,
  most: number,
): Data {
  if (data === undefined) return undefined;
  let done: Data = bytes.subarray(data.from, data.to);
  for (const name of filtersOf(dictionary)) {
    if (!(done instanceof Buffer)) return done;
    done = FILTERS[name]?.(done, most);
  }
  return done instanceof Buffer && done.length > most ? TOO_LONG : done;
}

export function filtersOf(dictionary: string): string[] {
  const found = /\/Filter\s*(\/\w+|\[[^\]]*\])/.exec(dictionary)?.[1] ?? '';
  return Array.from(found.matchAll(/\/(\w+)/g), ([, name = '']) => name);
}

/** Undoes deflation as far as the data goes, as readers do: the end may be missing, and the checksum wrong. */
function inflated(data: Buffer, most: number): Data {
  const options = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH };
  for (const inflate of [
    () => inflateSync(data, options),
    () => inflateRawSync(data.subarray(2), options),
  ])
    try {
      return inflate();
    } catch (error) {
      if (error instanceof RangeError) return TOO_LONG;
    }
  return undefined;
}
