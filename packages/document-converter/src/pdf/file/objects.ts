// The objects of a PDF, found by scanning the whole file, since its cross-reference table may be wrong or missing.
import { decodeStream } from './filters.js';

/** An object of the file: the content between `obj` and `endobj`. */
export interface FileObject {
  number: number;
  generation: number;
  /** Offset of the object number. */
  head: number;
  from: number;
  /** End of the dictionary of a stream, or of any other value. */
  to: number;
  /** Range of the data of a stream. */
  data?: { from: number; to: number };
}

/** Maximum number of objects, more than a large book has. */
const MAX_OBJECTS = 2_000_000;
/** Highest object number in PDF. */
const MAX_NUMBER = 8_388_607;
/** Number and generation of an object. */
const HEAD = /(?:^|[^\d])(\d{1,10})[ \t\r\n]{1,8}(\d{1,5})[ \t\r\n]{0,8}$/;
/** Number of characters before `obj` that contain the object number. */
const HEAD_LENGTH = 32;
/** Number of characters before `stream` that show whether a dictionary ends there. */
const END_LENGTH = 16;

export class PdfObjects {
  /** All objects in file order. */
  readonly all: readonly FileObject[];
  /** The last object of each number, which is the valid one. */
  readonly #byNumber = new Map<number, FileObject>();
  #packed: Map<number, string> | undefined;
  #trailers: string[] | undefined;

  constructor(readonly bytes: Buffer) {
    this.all = objectsIn(bytes);
    for (const object of this.all) this.#byNumber.set(object.number, object);
  }

  get numbers(): number[] {
    return [...new Set([...this.#byNumber.keys(), ...this.packed.keys()])];
  }

  /** Objects in object streams, which are not streams themselves. */
  get packed(): ReadonlyMap<number, string> {
    this.#packed ??= this.isEncrypted ? new Map() : unpacked(this);
    return this.#packed;
  }

  /** Trailer dictionaries, including those of cross-reference streams, the newest last. */
  get trailers(): readonly string[] {
    return (this.#trailers ??= this.#findTrailers());
  }

  get streams(): FileObject[] {
    return this.all.filter(({ data }) => data !== undefined);
  }

  #findTrailers(): string[] {
    const found: [number, string][] = this.streams
      .filter((object) => /\/Type\s*\/XRef\b/.test(this.dictionary(object)))
      .map((object) => [object.from, this.dictionary(object)]);
    for (let at = this.bytes.indexOf('trailer'); at >= 0;) {
      const next = this.bytes.indexOf('trailer', at + 7);
      const ends = [next, this.bytes.indexOf('startxref', at), at + 4096].filter((end) => end > at);
      found.push([at, this.bytes.toString('latin1', at + 7, Math.min(...ends))]);
      at = next;
    }
    return found.toSorted(([a], [b]) => a - b).map(([, text]) => text);
  }

  get isEncrypted(): boolean {
    return this.trailers.some((text) => /\/Encrypt\s*(?:\d|<<)/.test(text));
  }

  at(number: number): FileObject | undefined {
    return this.#byNumber.get(number);
  }

  /** Returns the dictionary or other value of an object. */
  dictionary({ from, to }: FileObject): string {
    return this.bytes.toString('latin1', from, to);
  }

  /**
   * Returns the dictionary or other value of an object in the file or an object stream, or undefined.
   */
  text(number: number): string | undefined {
    const object = this.at(number);
    return object === undefined ? this.packed.get(number) : this.dictionary(object);
  }
}

function objectsIn(bytes: Buffer): FileObject[] {
  const out: FileObject[] = [];
  const next = finder(bytes);
  for (let at = next('obj', 0); at >= 0 && out.length < MAX_OBJECTS;) {
    const start = Math.max(0, at - HEAD_LENGTH);
    const found = HEAD.exec(bytes.toString('latin1', start, at));
    const from = at + 'obj'.length;
    at = next('obj', from);
    if (found === null) continue;
    const [whole, number = '', generation = ''] = found;
    if (Number(number) > MAX_NUMBER) continue;
    const head = start + found.index + whole.indexOf(number);
    const last = out.at(-1);
    if (last?.data === undefined && last !== undefined) last.to = Math.min(last.to, head);
    const end = next('endobj', from);
    const object: FileObject = {
      number: Number(number),
      generation: Number(generation),
      head,
      from,
      to: end < 0 ? bytes.length : end,
    };
    out.push(object);
    const stream = streamIn(bytes, from, Math.min(object.to, at < 0 ? bytes.length : at), next);
    if (stream === undefined) continue;
    Object.assign(object, stream);
    at = next('obj', stream.data.to);
  }
  return out;
}

type Find = (word: string, from: number) => number;

/**
 * Returns a function that finds a word from an offset on. Offsets only increase, so that all calls together scan the
 * file once.
 */
function finder(bytes: Buffer): Find {
  const known = new Map<string, number>();
  return (word, from) => {
    const last = known.get(word) ?? -2;
    if (last === -1 || last >= from) return last;
    const found = bytes.indexOf(word, from, 'latin1');
    known.set(word, found);
    return found;
  };
}

/** Returns the end of the dictionary and the data of a stream object. */
function streamIn(
  bytes: Buffer,
  from: number,
  end: number,
  next: Find,
): Required<Pick<FileObject, 'to' | 'data'>> | undefined {
  for (let at = next('stream', from); at >= 0 && at < end; at = next('stream', at + 1)) {
    const before = bytes.toString('latin1', Math.max(from, at - END_LENGTH), at);
    if (!/>>\s*$/.test(before)) continue;
    let begin = at + 'stream'.length;
    if (bytes[begin] === 13) begin += 1;
    if (bytes[begin] === 10) begin += 1;
    const length = /\/Length\s+(\d{1,10})(?!\s+\d+\s+R)(?!\d)/.exec(
      bytes.toString('latin1', from, at),
    )?.[1];
    return {
      to: at,
      data: { from: begin, to: dataEnd(bytes, begin, Number(length ?? NaN), next) },
    };
  }
  return undefined;
}

/** Returns the end of a stream's data: by its length if that is correct, otherwise by `endstream`. */
function dataEnd(bytes: Buffer, from: number, length: number, next: Find): number {
  const after = bytes.toString('latin1', from + length, from + length + 12);
  if (length >= 0 && /^\s{0,2}endstream/.test(after)) return from + length;
  const ends = [next('endstream', from), next('endobj', from)].filter((end) => end >= 0);
  const end = ends.length === 0 ? bytes.length : Math.min(...ends);
  const isLine = bytes[end - 1] === 10 || bytes[end - 1] === 13;
  const isTwo = bytes[end - 1] === 10 && bytes[end - 2] === 13;
  return Math.max(from, end - (isTwo ? 2 : isLine ? 1 : 0));
}

/** Maximum total size of all object streams in bytes. */
const MAX_PACKED = 128 * 1024 * 1024;

function unpacked(objects: PdfObjects): Map<number, string> {
  const out = new Map<number, string>();
  let left = MAX_PACKED;
  for (const object of objects.streams) {
    const dictionary = objects.dictionary(object);
    if (!/\/Type\s*\/ObjStm\b/.test(dictionary)) continue;
    const found = decodeStream(objects.bytes, object, dictionary, left);
    const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? NaN);
    if (typeof found !== 'object' || !(first >= 0)) continue;
    const { data } = found;
    left -= data.length;
    const heads = data.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at + 1 < heads.length; at += 2) {
      const [number = 0, place = 0, end] = [heads[at], heads[at + 1], heads[at + 3]];
      const text = data.toString(
        'latin1',
        first + place,
        end === undefined ? undefined : first + end,
      );
      out.set(number, text.trim());
    }
  }
  return out;
}
