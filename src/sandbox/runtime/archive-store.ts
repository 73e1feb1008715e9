import type { Readable } from 'node:stream';

/**
 * Large contents by name that one server makes and all of them use, and that can be made again: no row names one, and no backup
 * has them. Every method throws a MetarunError if the storage does not answer.
 */
export interface ArchiveStore {
  /** Returns the content; null if there is none. */
  read(name: string): Promise<Readable | null>;
  /** Stores all of `content` or nothing; rethrows its errors. Replaces what is there. */
  write(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  close(): void;
}
