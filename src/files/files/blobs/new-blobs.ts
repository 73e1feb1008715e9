import type { Readable } from 'node:stream';
import { MetarunError } from '../../../base/kernel/errors.js';
import {
  type BlobStore,
  BlobTooLargeError,
  type StoredBlob,
} from '../../../platform/storage/blob-store.js';

/** Owns new blobs. When it is disposed of, it removes the blobs that were not committed to rows. */
export class NewBlobs implements AsyncDisposable {
  private readonly ids = new Set<string>();

  constructor(
    private readonly blobs: BlobStore,
    private readonly discard: (ids: readonly string[]) => Promise<void>,
  ) {}

  /** Stores one blob. Throws MetarunError `too_large` beyond `maxBytes`, and other errors of {@link BlobStore.put}. */
  async store(content: Buffer | Readable, maxBytes: number): Promise<StoredBlob> {
    try {
      const blob = await this.blobs.put(content, { maxBytes });
      this.ids.add(blob.id);
      return blob;
    } catch (error) {
      if (!(error instanceof BlobTooLargeError)) throw error;
      throw new MetarunError(
        'too_large',
        `A file may have at most ${maxBytes} bytes: send less, or have the operator raise METARUN_LIMITS.upload_bytes.`,
      );
    }
  }

  /**
   * Runs `write`, which stores rows that name the blobs `ids`, by default all. If it throws a MetarunError, no rows were
   * committed, and the blobs are owned again. After any other error rows may have been committed, so the blobs are left
   * to the sweep.
   */
  async commit<T>(write: () => Promise<T>, ids: readonly string[] = [...this.ids]): Promise<T> {
    for (const id of ids) this.ids.delete(id);
    try {
      return await write();
    } catch (error) {
      if (error instanceof MetarunError) for (const id of ids) this.ids.add(id);
      throw error;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.discard([...this.ids]);
  }
}
