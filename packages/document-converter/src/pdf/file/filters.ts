import { constants, inflateRawSync, inflateSync } from 'node:zlib';

/** Result for data that exceeds the limit. */
export const TOO_LONG = Symbol('too long');

/** Data of a stream, and whether its end is missing. */
export interface StreamData {
  data: Buffer;
  isCut: boolean;
}

type Filtered = StreamData | typeof TOO_LONG | undefined;
type Filter = (data: Buffer, most: number) => Filtered;

const FILTERS: Readonly<Record<string, Filter>> = {
  FlateDecode: inflated,
  Fl: inflated,
  ASCIIHexDecode: fromHex,
  AHx: fromHex,
};

/**
 * Returns the decoded data of a stream, up to `most` bytes; undefined if a filter is not supported.
 *
 * @param dictionary dictionary of the stream
 */
export function decodeStream(
  bytes: Buffer,
  { data: place }: { data?: { from: number; to: number } },
  dictionary: string,
  most: number,
): Filtered {
  if (place === undefined) return undefined;
  let [data, isCut] = [bytes.subarray(place.from, place.to), false];
  for (const name of listFilters(dictionary)) {
    const done = FILTERS[name]?.(data, most);
    if (done === undefined || done === TOO_LONG) return done;
    data = done.data;
    isCut ||= done.isCut;
  }
  return data.length > most ? TOO_LONG : { data, isCut };
}

/** Returns whether all filters of a stream are supported. */
export function isKnown(dictionary: string): boolean {
  return listFilters(dictionary).every((name) => name in FILTERS);
}

function listFilters(dictionary: string): string[] {
  const found = /\/Filter\s*(\/\w+|\[[^\]]*\])/.exec(dictionary)?.[1] ?? '';
  return Array.from(found.matchAll(/\/(\w+)/g), ([, name = '']) => name);
}

function fromHex(data: Buffer): StreamData {
  const digits = data.toString('latin1').replaceAll(/>.*|[^\da-f]/gis, '');
  return { data: Buffer.from(digits, 'hex'), isCut: false };
}

/** Inflates data as far as possible, like PDF readers: the end may be missing and the checksum wrong. */
function inflated(data: Buffer, maxOutputLength: number): Filtered {
  const raw = data.subarray(2);
  const attempts = [
    () => ({ data: inflateSync(data, { maxOutputLength }), isCut: false }),
    // Without the header, so that the checksum is ignored.
    () => ({ data: inflateRawSync(raw, { maxOutputLength }), isCut: false }),
    () => {
      const finishFlush = constants.Z_SYNC_FLUSH;
      return { data: inflateRawSync(raw, { maxOutputLength, finishFlush }), isCut: true };
    },
  ];
  for (const attempt of attempts)
    try {
      return attempt();
    } catch (error) {
      if (findErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') return TOO_LONG;
    }
  return undefined;
}

function findErrorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
