import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { DocumentError } from '../converted.js';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const MAX_COMMENT = 65_535;
const UTF8 = 0x800;
const ENCRYPTED = 1;

const MAX_ENTRIES = 20_000;
const MAX_TOTAL = 512 * 1024 * 1024;
const MAX_ENTRY = 256 * 1024 * 1024;
/**
 * Maximum compression ratio: XML shrinks to a fiftieth at most, a zip bomb to a thousandth. Small archives are exempt.
 */
const MAX_RATIO = 200;
const RATIO_FROM = 32 * 1024 * 1024;
/** Number of bytes that are unpacked at a time. */
const PIECE = 64 * 1024;

export interface Entry {
  name: string;
  /** Comment on the entry; may be empty. */
  comment: Buffer;
  method: number;
  compressed: number;
  /** Declared unpacked length, which is only a hint. */
  size: number;
  offset: number;
}

/** An unreadable part or directory of an archive; other parts may be readable. */
export class DamagedError extends DocumentError {}

/**
 * A zip archive in memory. Declared sizes are not trusted: bytes are counted while they are inflated. Names are used
 * only as keys, never as paths.
 */
export class ZipArchive {
  readonly #entries = new Map<string, Entry>();
  readonly #files = new Map<string, Entry>();
  /** Comment on the archive; may be empty. */
  readonly comment: Buffer;
  readonly #read = new Map<string, Buffer>();
  /** Number of entries for each duplicate name. */
  readonly #counts = new Map<string, number>();
  #total = 0;
  /** Parts that were streamed, each of which counts once towards the limits. */
  readonly #streamed = new Set<string>();

  /** @throws DocumentError if it is not an archive, is encrypted, or has too many entries */
  constructor(private readonly bytes: Buffer) {
    const end = findEnd(bytes);
    if (end === undefined) throw damaged('its directory is missing; the file may be cut off');
    this.comment = bytes.subarray(end + END_SIZE, end + END_SIZE + bytes.readUInt16LE(end + 20));
    const count = bytes.readUInt16LE(end + 10);
    let at = bytes.readUInt32LE(end + 16);
    if (count > MAX_ENTRIES || count === 0xffff)
      throw tooLargeError(`more than ${MAX_ENTRIES} entries`);
    for (let index = 0; index < count; index += 1) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL)
        throw damaged('its directory is broken');
      at = this.#readEntry(at);
    }
  }

  #readEntry(at: number): number {
    const { bytes } = this;
    const flags = bytes.readUInt16LE(at + 8);
    const nameLength = bytes.readUInt16LE(at + 28);
    const afterExtra = at + 46 + nameLength + bytes.readUInt16LE(at + 30);
    const next = afterExtra + bytes.readUInt16LE(at + 32);
    const raw = bytes.subarray(at + 46, at + 46 + nameLength);
    const name = raw.toString((flags & UTF8) === 0 && !isAscii(raw) ? 'latin1' : 'utf8');
    if ((flags & ENCRYPTED) !== 0)
      throw new DocumentError('unreadable', 'The document is protected by a password.');
    const entry = {
      name,
      comment: bytes.subarray(afterExtra, next),
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    };
    const path = name.replaceAll('\\', '/');
    this.#entries.set(path, entry);
    this.#files.set(this.#freeName(path), entry);
    return next;
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /**
   * All entries in order. A package has one part of each name; an archive may have several files of one name, which
   * get unique names.
   */
  get files(): ReadonlyMap<string, Entry> {
    return this.#files;
  }

  #freeName(name: string): string {
    if (!this.#files.has(name)) return name;
    const count = (this.#counts.get(name) ?? 1) + 1;
    this.#counts.set(name, count);
    return this.#freeName(name.replace(/(?=(?:\.[^./]*)?$)/, ` (${count})`));
  }

  /** Returns the content of one of the {@link files}; undefined if it is damaged. */
  readFile(entry: Entry): Buffer | undefined {
    return readIfSound(() => this.#counted(this.#inflate(entry)));
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Returns the content of an entry; undefined if the name is unknown. */
  read(name: string): Buffer | undefined {
    const known = this.#read.get(name);
    const entry = this.#entries.get(name);
    if (known !== undefined || entry === undefined) return known;
    const content = this.#inflate(entry);
    this.#counted(content);
    this.#read.set(name, content);
    return content;
  }

  #checkTotal(): void {
    if (this.#total > MAX_TOTAL)
      throw tooLargeError(`more than ${MAX_TOTAL / 1024 / 1024} MiB unpacked`);
    if (this.#total > RATIO_FROM && this.#total > this.bytes.length * MAX_RATIO)
      throw tooLargeError(`more than ${MAX_RATIO} times as large unpacked`);
  }

  /** Returns the content of an entry; undefined if the name is unknown or the entry is damaged. */
  readSound(name: string): Buffer | undefined {
    return readIfSound(() => this.read(name));
  }

  /**
   * Yields the content of an entry while it is unpacked. Only the requested part is unpacked, and none of it is kept.
   * Throws {@link DamagedError} for a damaged part.
   */
  async *stream(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    const data = this.#packed(entry);
    const isAgain = this.#streamed.has(name);
    const counted = (bytes: Buffer) => (isAgain ? bytes : this.#counted(bytes));
    this.#streamed.add(name);
    if (entry.method === 0) {
      for (let at = 0; at < data.length; at += PIECE) yield counted(data.subarray(at, at + PIECE));
      return;
    }
    const small = smallPart(data, entry);
    if (small !== undefined) {
      yield counted(small);
      return;
    }
    const inflate = createInflateRaw({ chunkSize: PIECE });
    inflate.end(data);
    try {
      for await (const chunk of inflate as AsyncIterable<Buffer>) yield counted(chunk);
    } catch (error) {
      if (error instanceof DocumentError) throw error;
      throw damaged(`its part ${JSON.stringify(name.slice(0, 80))} does not unpack`);
    }
  }

  #counted(bytes: Buffer): Buffer {
    this.#total += bytes.length;
    this.#checkTotal();
    return bytes;
  }

  /** Unpacks everything once within the limits, so that the archive can be passed to an engine without limits. */
  checkAll(): void {
    for (const name of this.#entries.keys()) this.read(name);
  }

  #packed({ offset, compressed, method }: Entry): Buffer {
    const { bytes } = this;
    if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL)
      throw damaged('a part of it is missing');
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const data = bytes.subarray(from, from + compressed);
    if (data.length < compressed) throw damaged('it is cut off');
    if (method !== 0 && method !== 8)
      throw damaged(`a part is packed in a way that is not read (${method})`);
    return data;
  }

  #inflate(entry: Entry): Buffer {
    const { method, name } = entry;
    const data = this.#packed(entry);
    if (method === 0) return data;
    try {
      return inflateRawSync(data, {
        maxOutputLength: MAX_ENTRY,
        chunkSize: computeChunkSize(entry),
      });
    } catch (error) {
      const tooBig = error instanceof RangeError || /larger than/i.test(String(error));
      if (tooBig) throw tooLargeError(`a part of more than ${MAX_ENTRY / 1024 / 1024} MiB`);
      throw damaged(`its part ${JSON.stringify(name.slice(0, 80))} does not unpack`);
    }
  }
}

function readIfSound(read: () => Buffer | undefined): Buffer | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedError) return undefined;
    throw error;
  }
}

/** Returns the buffer size for unpacking an entry, which is enough for one piece if the declared size is correct. */
function computeChunkSize({ size }: Entry): number {
  return Math.min(16 * PIECE, Math.max(1024, size + 1));
}

/** Returns a small part directly, since a stream takes longer than unpacking most parts. */
function smallPart(data: Buffer, entry: Entry): Buffer | undefined {
  if (data.length > PIECE) return undefined;
  try {
    return inflateRawSync(data, {
      maxOutputLength: 16 * PIECE,
      chunkSize: computeChunkSize(entry),
    });
  } catch {
    // The part is large when unpacked, or damaged: the stream shows which.
    return undefined;
  }
}

function isAscii(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 128);
}

function findEnd(bytes: Buffer): number | undefined {
  const lowest = Math.max(0, bytes.length - END_SIZE - MAX_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= lowest; at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  return undefined;
}

function damaged(how: string): DamagedError {
  return new DamagedError('unreadable', `The document is damaged: ${how}.`);
}

function tooLargeError(how: string): DocumentError {
  return new DocumentError('unreadable', `The document is too large to be converted: ${how}.`);
}
