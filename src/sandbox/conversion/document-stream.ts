import type { Readable } from 'node:stream';
import { MetarunError } from '../../base/kernel/errors.js';
import type { Document } from './document-converter.js';

/** Time without data after which the storage is considered to have failed (ms). */
const STALL_MS = 60_000;

/** The content of a document, chunk by chunk, with exactly the document's size. */
export class DocumentStream {
  private bytesRead = 0;

  private constructor(
    private readonly stream: Readable,
    private readonly chunks: AsyncIterator<unknown>,
    private readonly size: number,
  ) {}

  static async open(document: Document): Promise<DocumentStream> {
    const stream = await document.open();
    return new DocumentStream(stream, stream.iterator({ destroyOnReturn: false }), document.size);
  }

  /** Returns the next chunk; null at the end. Rejects with the read error. */
  async next(): Promise<Buffer | null> {
    const timer = setTimeout(() => this.stream.destroy(stalled()), STALL_MS);
    try {
      const { done, value }: IteratorResult<unknown> = await this.chunks.next();
      if (done === true) {
        if (this.bytesRead < this.size) throw this.wrongSize();
        return null;
      }
      if (!(value instanceof Uint8Array))
        throw new TypeError('The content of a document is not binary.');
      this.bytesRead += value.length;
      if (this.bytesRead > this.size) throw this.wrongSize();
      return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the storage stream, even before its end. */
  close(): void {
    // Errors no longer matter.
    this.stream.on('error', () => undefined).destroy();
  }

  private wrongSize(): Error {
    return new Error(`The content of a document is not as long as it says: ${this.size} bytes.`);
  }
}

function stalled(): MetarunError {
  return new MetarunError('unavailable', 'The document cannot be read from storage now.');
}
