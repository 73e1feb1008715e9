import {
  charCodeAt,
  isArray,
  setBytes,
  subarray,
  toLowerCase,
  toText,
  toWellFormed,
  TypeErrorClass,
  Uint8ArrayClass,
  wallClock,
} from '../intrinsics.js';
import { type ReadableStream, streams } from './body-stream.js';
import { toBytesOrNull } from '../web/bytes.js';
import { decodeUtf8, encodeUtf8 } from '../web/utf8.js';

type Bytes = Uint8Array<ArrayBuffer>;

let bytesIn: (blob: Blob) => Bytes;
let fill: (blob: Blob, bytes: Bytes) => void;

/** Implements https://w3c.github.io/FileAPI/#blob-section; the contents are in the isolate's memory. */
export class Blob {
  #bytes: Bytes;
  readonly type: string;

  static {
    bytesIn = (blob) => blob.#bytes;
    fill = (blob, bytes) => {
      blob.#bytes = bytes;
    };
  }

  constructor(parts: unknown = [], { type = '' }: { type?: unknown } = {}) {
    if (typeof parts !== 'object' || parts === null || !(Symbol.iterator in parts))
      throw new TypeErrorClass('Blob needs a list of texts, buffers and blobs');
    this.#bytes = joined(isArray(parts) ? parts : [...(parts as Iterable<unknown>)]);
    this.type = mediaType(toText(type));
  }

  get size(): number {
    return this.#bytes.length;
  }

  get [Symbol.toStringTag](): string {
    return 'Blob';
  }

  slice(from: unknown = 0, to: unknown = this.size, type: unknown = ''): Blob {
    const start = within(from, this.size);
    const end = within(to, this.size);
    const part = new Blob([], { type });
    fill(part, subarray(this.#bytes, start, end < start ? start : end));
    return part;
  }

  async text(): Promise<string> {
    return decodeUtf8(this.#bytes);
  }

  async bytes(): Promise<Bytes> {
    return new Uint8ArrayClass(this.#bytes);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8ArrayClass(this.#bytes).buffer;
  }

  stream(): ReadableStream {
    return streams().createByteStream(new Uint8ArrayClass(this.#bytes));
  }
}

export class File extends Blob {
  readonly name: string;
  readonly lastModified: number;

  constructor(
    parts: unknown,
    name: unknown,
    options: { type?: unknown; lastModified?: unknown } = {},
  ) {
    super(parts, options);
    this.name = toWellFormed(toText(name));
    this.lastModified =
      options.lastModified === undefined ? wallClock() : +toText(options.lastModified);
  }

  override get [Symbol.toStringTag](): string {
    return 'File';
  }
}

/** Returns a blob's own bytes, which must not be changed or passed to a script. */
export function blobBytes(blob: Blob): Bytes {
  return bytesIn(blob);
}

/** Returns a blob that owns `bytes` from then on. */
export function createBlob(bytes: Bytes, type: string): Blob {
  const blob = new Blob([], { type });
  fill(blob, bytes);
  return blob;
}

/** Joins all `parts`: texts as UTF-8, buffers and blobs unchanged. */
export function joined(parts: readonly unknown[]): Bytes {
  const all: Bytes[] = [];
  let size = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    const bytes =
      part instanceof Blob ? bytesIn(part) : (toBytesOrNull(part) ?? encodeUtf8(toText(part)));
    all[index] = bytes;
    size += bytes.length;
  }
  const made = new Uint8ArrayClass(size);
  for (let index = 0, at = 0; index < all.length; index += 1) {
    const bytes = all[index];
    if (bytes === undefined) continue;
    setBytes(made, bytes, at);
    at += bytes.length;
  }
  return made;
}

function within(value: unknown, size: number): number {
  const number = +toText(value) || 0;
  const whole = number - (number % 1);
  if (whole < 0) return whole + size < 0 ? 0 : whole + size;
  return whole > size ? size : whole;
}

function mediaType(type: string): string {
  for (let index = 0; index < type.length; index += 1) {
    const code = charCodeAt(type, index);
    if (code < 0x20 || code > 0x7e) return '';
  }
  return toLowerCase(type);
}
