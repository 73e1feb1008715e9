import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MetarunError } from '../kernel/errors.js';
import { isUuid } from '../kernel/ids.js';
import {
  type BlobInfo,
  BlobMissingError,
  BlobStore,
  type ByteRange,
  type StoredBlob,
} from './blob-store.js';

const UNFINISHED = 'unfinished';
const FOLDER = /^[0-9a-f]{2}$/;

/**
 * Blobs as files `<root>/<first two digits of the id>/<id>`. A content is written beside them, flushed, and
 * renamed into place, so that a file under an id is always whole, after a power cut as well.
 */
export class DiskBlobStore extends BlobStore {
  private constructor(private readonly root: string) {
    super();
  }

  static async open(root: string): Promise<DiskBlobStore> {
    await mkdir(join(root, UNFINISHED), { recursive: true, mode: 0o700 });
    return new DiskBlobStore(root);
  }

  async put(content: Buffer | Readable, { maxBytes }: { maxBytes: number }): Promise<StoredBlob> {
    const id = randomUUID();
    const unfinished = join(this.root, UNFINISHED, id);
    try {
      const file = await open(unfinished, 'wx', 0o600);
      const hash = createHash('sha256');
      let size = 0;
      try {
        for await (const chunk of Buffer.isBuffer(content) ? [content] : bytesOf(content)) {
          size += chunk.length;
          if (size > maxBytes)
            throw new MetarunError('too_large', `A file may have at most ${maxBytes} bytes.`);
          hash.update(chunk);
          await file.appendFile(chunk);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await this.moveIntoPlace(unfinished, id);
      return { id, size, sha256: hash.digest('hex') };
    } catch (error) {
      await rm(unfinished, { force: true });
      throw asStorageError(error);
    }
  }

  async open(id: string, range?: ByteRange): Promise<Readable> {
    const file = await this.handle(id);
    return file.createReadStream(range ?? {});
  }

  async size(id: string): Promise<number> {
    try {
      return (await stat(this.path(id))).size;
    } catch (error) {
      throw asMissing(error, id);
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  async *list(): AsyncIterable<BlobInfo> {
    const folders = (await readdir(this.root)).filter((name) => FOLDER.test(name));
    for (const folder of folders)
      for (const id of await readdir(join(this.root, folder))) {
        const storedAt = await modifiedAt(join(this.root, folder, id));
        if (storedAt !== null && isUuid(id)) yield { id, storedAt };
      }
  }

  async removeUnfinished(before: number): Promise<number> {
    let removed = 0;
    for (const name of await readdir(join(this.root, UNFINISHED))) {
      const path = join(this.root, UNFINISHED, name);
      const written = await modifiedAt(path);
      if (written === null || written >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  private async moveIntoPlace(from: string, id: string): Promise<void> {
    const folder = join(this.root, id.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(from, join(folder, id));
    // Without this a power cut could keep the row and lose the file's name.
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  private async handle(id: string): Promise<FileHandle> {
    try {
      return await open(this.path(id), 'r');
    } catch (error) {
      throw asMissing(error, id);
    }
  }

  /** Only ids that {@link put} made can name a file, whatever a damaged row may say. */
  private path(id: string): string {
    if (!isUuid(id)) throw new BlobMissingError(`"${id}" is not the id of a blob`);
    return join(this.root, id.slice(0, 2), id);
  }
}

/** Nobody decodes these streams, so that their chunks are buffers. */
function bytesOf(content: Readable): AsyncIterable<Buffer> {
  return content;
}

async function modifiedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
}

function asMissing(error: unknown, id: string): unknown {
  return codeOf(error) === 'ENOENT'
    ? new BlobMissingError(`blob ${id} is missing`, { cause: error })
    : error;
}

function asStorageError(error: unknown): unknown {
  const code = codeOf(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new MetarunError(
    'unavailable',
    'The disk is full: nothing was stored. Free some space first.',
    {
      cause: error,
    },
  );
}
