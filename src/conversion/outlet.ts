import type { Readable } from 'node:stream';
import { MetarunError } from '../kernel/errors.js';
import type { Document } from './document-converter.js';

/** A storage that gives nothing for this long has failed (ms). */
const STALL_MS = 60_000;

/** The content of a document, chunk by chunk; exactly as long as the document says. */
export class Outlet {
  private given = 0;

  private constructor(
    private readonly stream: Readable,
    private readonly chunks: AsyncIterator<unknown>,
    private readonly size: number,
  ) {}

  static async open(document: Document): Promise<Outlet> {
    const stream = await document.open();
    return new Outlet(stream, stream.iterator({ destroyOnReturn: false }), document.size);
  }

  /** Null at the end. Rejects with what reading threw. */
  async next(): Promise<Buffer | null> {
    const timer = setTimeout(() => this.stream.destroy(stalled()), STALL_MS);
    try {
      const { done, value }: IteratorResult<unknown> = await this.chunks.next();
      if (done === true) {
        if (this.given < this.size) throw this.otherSize();
        return null;
      }
      if (!(value instanceof Uint8Array))
        throw new TypeError('The content of a document is not binary.');
      this.given += value.length;
      if (this.given > this.size) throw this.otherSize();
      return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets go of the storage, also in the middle. */
  close(): void {
    // What it throws from now on is of no interest.
    this.stream.on('error', () => undefined).destroy();
  }

  private otherSize(): Error {
    return new Error(`The content of a document is not as long as it says: ${this.size} bytes.`);
  }
}

function stalled(): MetarunError {
  return new MetarunError('unavailable', 'The document cannot be read from storage now.');
}
