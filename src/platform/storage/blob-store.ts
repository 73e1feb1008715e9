import type { Readable } from 'node:stream';
import { MetarunError } from '../../base/kernel/errors.js';

export interface StoredBlob {
  id: string;
  /** Size in bytes. */
  size: number;
  /** Hash of the content, in lower-case hex. */
  sha256: string;
}

/** A range of bytes, both ends included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface BlobInfo {
  id: string;
  /** Time of storing, in ms since the epoch. */
  storedAt: number;
}

/** Headers for a download in a browser: values of the HTTP headers with these names. */
export interface DownloadHeaders {
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
}

/** Name of the file or object with the mark of a store. */
export const MARK = 'installation';

/** Thrown if the blob does not exist: it never did, or it has been removed. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** Thrown by {@link BlobStore.put} for a content beyond its limit. */
export class BlobTooLargeError extends MetarunError {
  constructor(maxBytes: number) {
    super('too_large', `The content has more than ${maxBytes} bytes.`);
  }
}

/**
 * Holds contents under ids that it creates. A blob never changes: new content is a new blob, so that a reader sees one
 * content from its first byte to its last. Each {@link put} returns a new id, which lives until it is removed, whatever
 * other ids have the same content: a store that deduplicates contents counts references itself.
 *
 * Every method throws MetarunError `unavailable` if the storage does not answer.
 */
export abstract class BlobStore {
  /**
   * Stores all of `content` or nothing. Throws BlobTooLargeError beyond `maxBytes`, and MetarunError `unavailable` if the
   * storage is full; errors of the stream itself are rethrown.
   */
  abstract put(content: Buffer | Readable, limits: { maxBytes: number }): Promise<StoredBlob>;

  /**
   * Stores a content of `size` bytes under an id made by a store, replacing an existing blob. Otherwise works like
   * {@link put}. Used to restore a backup.
   */
  abstract putAs(id: string, content: Readable, size: number): Promise<StoredBlob>;

  /**
   * Returns the content, or the part in `range`. Once opened, it can be read to its end even if the blob is removed
   * meanwhile. Throws {@link BlobMissingError}.
   */
  abstract open(id: string, range?: ByteRange): Promise<Readable>;

  /** Returns the size in bytes. Throws {@link BlobMissingError}. */
  abstract size(id: string): Promise<number>;

  /** Removes a blob; has no effect if it does not exist. */
  abstract remove(id: string): Promise<void>;

  /** Yields every blob, in no particular order; may miss blobs that are stored or removed meanwhile. */
  abstract list(): AsyncIterable<BlobInfo>;

  /** Removes the remains of contents whose storing began before `before` (ms since the epoch). Returns their number. */
  abstract removeUnfinished(before: number): Promise<number>;

  /** The place of the store's mark, for people. */
  abstract readonly markPlace: string;

  /** Returns the id of the installation that the store belongs to; null without a mark. */
  abstract readMark(): Promise<string | null>;

  abstract writeMark(id: string): Promise<void>;

  /** True if {@link directUrl} can return a URL. */
  get givesUrls(): boolean {
    return false;
  }

  /**
   * Returns a URL from which anyone can download the blob of `size` bytes for a short time, with these headers in the
   * response; null if it has to be read through {@link open}. Does not check whether the blob exists.
   */
  async directUrl(_id: string, _size: number, _headers: DownloadHeaders): Promise<string | null> {
    return null;
  }

  /** Closes the connections. */
  close(): void {}
}
