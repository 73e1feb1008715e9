import type { Readable } from 'node:stream';
import { MetarunError } from '../kernel/errors.js';

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

/** What a browser is to make of a download: values of the HTTP headers of these names. */
export interface DownloadHeaders {
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
}

/** Name of the file or object that a store's mark is. */
export const MARK = 'installation';

/** The blob is not there: it never was, or it has been removed. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** What {@link BlobStore.put} throws past its limit. */
export function tooLarge(maxBytes: number): MetarunError {
  return new MetarunError('too_large', `A file may have at most ${maxBytes} bytes.`);
}

/**
 * Holds contents under ids of its own making. A blob never changes: new content is a new blob, so that a
 * reader sees one content from its first byte to its last. Each {@link put} gives a new id, which lives until
 * it is removed, whatever other ids have the same content: a store that keeps equal contents once counts them
 * itself.
 *
 * Every method throws MetarunError `unavailable` where the storage does not answer.
 */
export abstract class BlobStore {
  /**
   * Stores all of `content` or nothing. Throws MetarunError `too_large` past `maxBytes` and `unavailable`
   * when the storage is full; what the stream itself throws is thrown on.
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

  /** Where its mark is, for people. */
  abstract readonly markPlace: string;

  /** The id of the installation that the store belongs to; null where it bears none. */
  abstract readMark(): Promise<string | null>;

  abstract writeMark(id: string): Promise<void>;

  /** Whether {@link directUrl} ever gives one. */
  get givesUrls(): boolean {
    return false;
  }

  /**
   * Where anyone can download the blob of `size` bytes for a short time, with these headers in the answer; null where
   * it is to be read through {@link open}. Does not look whether the blob is there.
   */
  async directUrl(_id: string, _size: number, _headers: DownloadHeaders): Promise<string | null> {
    return null;
  }

  /** Ends its connections. */
  close(): void {}
}
