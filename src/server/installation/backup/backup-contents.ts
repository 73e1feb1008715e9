import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { newId } from '../../../base/kernel/ids.js';
import { BlobMissingError, type BlobStore } from '../../../platform/storage/blob-store.js';
import type { BlobReference } from '../../../files/files/blobs/blob-references.js';
import { toEtag } from '../../../files/files/content/etag.js';
import type { Written } from './backup-file.js';
import { type BlobLine, contentPath } from './manifest.js';

/** Number of concurrent copies: on S3, latency exceeds the transfer time. */
const AT_ONCE = 4;

export type NamedBlob = Pick<BlobReference, 'blob_id' | 'workspace_id' | 'path' | 'size' | 'etag'>;

/** A content that is missing from a backup, or that differs from what was stored. */
export interface BadContent {
  kind: 'missing' | 'damaged' | 'unreadable';
  blob_id: string;
  workspace_id: string;
  path: string;
  detail: string;
}

/** Copies contents to the folder of a backup, identical ones once. */
export class ContentsCopy {
  readonly lines: BlobLine[] = [];
  readonly bad: BadContent[] = [];

  /** `onCopied` gets the size of each content in bytes. */
  constructor(
    private readonly blobs: BlobStore,
    private readonly folder: string,
    private readonly onCopied: (bytes: number) => void,
  ) {}

  async copy(named: readonly NamedBlob[]): Promise<void> {
    const waiting = named.values();
    const work = async (): Promise<void> => {
      for (const blob of waiting) {
        await this.copyOne(blob);
        this.onCopied(blob.size);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  private async copyOne(blob: NamedBlob): Promise<void> {
    const content = await this.opened(blob);
    if (content === null) return;
    const unfinished = join(this.folder, `${newId()}.unfinished`);
    const file = await open(unfinished, 'wx', 0o600);
    try {
      const written = await this.written(blob, content, file);
      if (written === null) return;
      if (written.bytes !== blob.size || toEtag(written.sha256) !== blob.etag)
        this.report(blob, 'damaged', 'it is not what was stored');
      await file.sync();
      const path = join(this.folder, contentPath(written.sha256));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(unfinished, path);
      this.lines.push({ id: blob.blob_id, ...written });
    } finally {
      await file.close();
      await rm(unfinished, { force: true });
    }
  }

  private async opened(blob: NamedBlob): Promise<Readable | null> {
    try {
      return await this.blobs.open(blob.blob_id);
    } catch (error) {
      const missing = error instanceof BlobMissingError;
      if (missing) this.report(blob, 'missing', 'it is not there');
      else this.report(blob, 'unreadable', getErrorMessage(error));
      return null;
    }
  }

  /** Returns null if the content could not be read to its end. Throws the errors of the file. */
  private async written(
    blob: NamedBlob,
    content: Readable,
    file: FileHandle,
  ): Promise<Written | null> {
    const hash = createHash('sha256');
    let bytes = 0;
    const chunks = content[Symbol.asyncIterator]();
    for (;;) {
      let next: IteratorResult<Buffer>;
      try {
        next = await chunks.next();
      } catch (error) {
        this.report(blob, 'unreadable', getErrorMessage(error));
        return null;
      }
      if (next.done === true) return { sha256: hash.digest('hex'), bytes };
      hash.update(next.value);
      bytes += next.value.length;
      await file.appendFile(next.value);
    }
  }

  private report(
    { blob_id, workspace_id, path }: NamedBlob,
    kind: BadContent['kind'],
    detail: string,
  ): void {
    this.bad.push({ kind, blob_id, workspace_id, path, detail });
  }
}
