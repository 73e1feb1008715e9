import type { Readable } from 'node:stream';

/**
 * Large named contents that one server creates and all servers use. They can be recreated: no row refers to them, and
 * no backup contains them. Every method throws a MetarunError if the storage does not answer.
 */
export interface ArchiveStore {
  /** Returns the content; null if it does not exist. */
  read(name: string): Promise<Readable | null>;
  /** Stores all of `content` or nothing; rethrows its errors. Replaces existing content. */
  write(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  close(): void;
}
