import type { Readable } from 'node:stream';

export interface StoredBlob {
  id: string;
  /** Bytes. */
  size: number;
  /** Of the content, in lower-case hex. */
  sha256: string;
}

/** Bytes to read, both ends included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface BlobInfo {
  id: string;
  /** When it was stored, in ms since the epoch. */
  storedAt: number;
}

/** The blob is not there: it never was, or it has been removed. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/**
 * Holds contents under ids of its own making. A blob never changes: new content is a new blob, so that a
 * reader sees one content from its first byte to its last.
 */
export abstract class BlobStore {
  /**
   * Stores all of `content` or nothing. Throws MetarunError `too_large` past `maxBytes` and `unavailable`
   * when the disk is full; what the stream itself throws is thrown on.
   */
  abstract put(content: Buffer | Readable, limits: { maxBytes: number }): Promise<StoredBlob>;

  /**
   * The content, or the part of it that `range` names. Once opened it can be read to its end even when the
   * blob is removed meanwhile. Throws {@link BlobMissingError}.
   */
  abstract open(id: string, range?: ByteRange): Promise<Readable>;

  /** Bytes. Throws {@link BlobMissingError}. */
  abstract size(id: string): Promise<number>;

  /** Does nothing where there is no such blob. */
  abstract remove(id: string): Promise<void>;

  /** Every blob, in no order; may miss those that come and go meanwhile. */
  abstract list(): AsyncIterable<BlobInfo>;

  /** Removes what is left of contents that were being stored before `before` (ms since the epoch); tells how many. */
  abstract removeUnfinished(before: number): Promise<number>;
}
