// The records of binary xlsb parts: a type and a length of several bytes each, followed by the content.

/** Receives the records of a part in order. */
export interface RecordHandler {
  record(type: number, data: RecordData): void;
  readonly done?: boolean;
}

/** The content of a record, read from its beginning. Missing bytes are read as zero. */
export class RecordData {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  skip(count: number): this {
    this.at += count;
    return this;
  }

  byte(): number {
    this.at += 1;
    return this.bytes[this.at - 1] ?? 0;
  }

  uint16(): number {
    return this.byte() + this.byte() * 0x1_00;
  }

  uint32(): number {
    return this.uint16() + this.uint16() * 0x1_00_00;
  }

  double(): number {
    this.at += 8;
    return this.at <= this.bytes.length ? this.bytes.readDoubleLE(this.at - 8) : 0;
  }

  /** Returns a number packed into four bytes. */
  packed(): number {
    const value = this.uint32();
    const half = Buffer.alloc(8);
    half.writeUInt32LE((value & 0xfffffffc) >>> 0, 4);
    const number = (value & 2) === 0 ? half.readDoubleLE(0) : (value | 0) >> 2;
    return (value & 1) === 0 ? number : number / 100;
  }

  /** Returns a text; a missing text has the maximum length. */
  text(): string {
    const length = this.uint32();
    if (length === 0xffffffff) return '';
    const end = Math.min(this.bytes.length, this.at + 2 * length);
    const value = this.bytes.toString('utf16le', this.at, end);
    this.at += 2 * length;
    return value.replaceAll('\0', '');
  }
}

const MAX_RECORD = 16 * 1024 * 1024;

/** Reads a part. Returns false if it ends within a record. */
export async function readRecords(
  chunks: AsyncIterable<Buffer>,
  handler: RecordHandler,
): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const head = headAt(bytes, at);
      if (head === undefined || head.from + head.size > bytes.length) {
        if ((head?.size ?? 0) > MAX_RECORD) return false;
        break;
      }
      handler.record(head.type, new RecordData(bytes.subarray(head.from, head.from + head.size)));
      at = head.from + head.size;
      if (handler.done === true) return true;
    }
    rest = bytes.subarray(at);
  }
  return rest.length === 0;
}

/**
 * Returns the type and size of the record at an offset, encoded as seven bits for each byte and a continuation bit.
 */
function headAt(
  bytes: Buffer,
  at: number,
): { type: number; from: number; size: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const wide = (first & 0x80) !== 0;
  const type = wide ? (first & 0x7f) | (((bytes[at + 1] ?? 0) & 0x7f) << 7) : first;
  let from = at + (wide ? 2 : 1);
  let size = 0;
  for (let index = 0; index < 4; index += 1) {
    const byte = bytes[from];
    if (byte === undefined) return undefined;
    from += 1;
    size |= (byte & 0x7f) << (7 * index);
    if ((byte & 0x80) === 0) break;
  }
  return { type, from, size };
}
