import { createHash, randomUUID } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findErrorCode, MetarunError } from '../../base/kernel/errors.js';
import { contentId, isBlobId, parseSha256 } from './blob-id.js';
import {
  type BlobInfo,
  BlobMissingError,
  BlobStore,
  BlobTooLargeError,
  type ByteRange,
  MARK,
  type StoredBlob,
} from './blob-store.js';
import { ContentsIndex } from './contents-index.js';
import { flushFolder, PrefixFolders } from './prefix-folders.js';

const UNFINISHED = 'unfinished';
/** Size up to which contents are flushed even if an equal one is already stored (bytes). */
const SMALL = 1024 * 1024;
/** Suffix of the second name of an unfinished file, which becomes its entry in the index of contents. */
const ENTRY = '.content';
const FOLDER = /^[0-9a-f]{2}$/;

/**
 * Blobs as files `<root>/blobs/<first two digits of the id>/<id>`. A content is written to a separate folder, flushed,
 * and renamed into place, so that a file under an id is always complete, even after a power failure. Equal contents are
 * one file with several names: see {@link ContentsIndex}.
 */
export class DiskBlobStore extends BlobStore {
  readonly markPlace: string;
  private readonly root: string;
  private readonly folders: PrefixFolders;
  private readonly contents: ContentsIndex;

  private constructor(folder: string) {
    super();
    this.root = join(folder, 'blobs');
    this.folders = new PrefixFolders(this.root);
    this.markPlace = join(folder, MARK);
    this.contents = new ContentsIndex(join(folder, 'contents'));
  }

  /** Opens a store in the subfolders `blobs` and `contents` of `folder`, which are created if missing. */
  static async open(folder: string): Promise<DiskBlobStore> {
    const store = new DiskBlobStore(folder);
    const made = await mkdir(join(store.root, UNFINISHED), { recursive: true, mode: 0o700 });
    if (made !== undefined) for (const path of [store.root, folder]) await flushFolder(path);
    return store;
  }

  put(content: Buffer | Readable, { maxBytes }: { maxBytes: number }): Promise<StoredBlob> {
    return this.store(content, maxBytes, contentId);
  }

  putAs(id: string, content: Readable, size: number): Promise<StoredBlob> {
    return this.store(content, size, () => id);
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
    if (!isBlobId(id)) return;
    await rm(this.path(id), { force: true });
    const sha256 = parseSha256(id);
    if (sha256 !== null) await this.contents.release(sha256);
  }

  async *list(): AsyncIterable<BlobInfo> {
    const folders = (await readdir(this.root)).filter((name) => FOLDER.test(name));
    for (const folder of folders)
      for (const id of await readdir(join(this.root, folder))) {
        const storedAt = await modifiedAt(join(this.root, folder, id));
        if (storedAt !== null && isBlobId(id)) yield { id, storedAt };
      }
  }

  async removeUnfinished(before: number): Promise<number> {
    let removed = await this.contents.releaseAll();
    for (const name of await readdir(join(this.root, UNFINISHED))) {
      const path = join(this.root, UNFINISHED, name);
      const written = await modifiedAt(path);
      if (written === null || written >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  async readMark(): Promise<string | null> {
    try {
      return (await readFile(this.markPlace, 'utf8')).trim();
    } catch (error) {
      if (findErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async writeMark(id: string): Promise<void> {
    const written = `${this.markPlace}.${randomUUID()}`;
    await writeFile(written, `${id}\n`, { mode: 0o600, flush: true });
    await rename(written, this.markPlace);
    await flushFolder(join(this.markPlace, '..'));
  }

  /** Stores a content. Independent steps run together, since each waits for a turn of a busy event loop. */
  private async store(
    content: Buffer | Readable,
    maxBytes: number,
    idOf: (sha256: string) => string,
  ): Promise<StoredBlob> {
    const unfinished = join(this.root, UNFINISHED, randomUUID());
    const entry = `${unfinished}${ENTRY}`;
    const handles: FileHandle[] = [];
    try {
      const file = await opened(unfinished, 'wx+', handles);
      const { size, sha256 } = await write(file, content, maxBytes);
      const id = idOf(sha256);
      const path = this.path(id);
      const opening = this.openFolder(id, handles);
      const flushing = size <= SMALL ? file.sync() : Promise.resolve();
      const [known] = await Promise.all([
        this.contents.holds(sha256, file, size),
        this.contents.prepare(unfinished, entry),
        Promise.allSettled([opening, flushing]),
      ]);
      const [folder] = await Promise.all([opening, flushing]);
      const reused = known && (await this.contents.reuse(sha256, path));
      if (reused) await Promise.all([unfinished, entry].map((left) => rm(left, { force: true })));
      else {
        if (size > SMALL) await file.sync();
        await Promise.all([rename(unfinished, path), this.contents.add(sha256, entry)]);
      }
      // Otherwise, a power failure could keep the row and lose the file's name.
      await folder.sync();
      return { id, size, sha256 };
    } catch (error) {
      await Promise.all([unfinished, entry].map((left) => rm(left, { force: true })));
      throw asStorageError(error);
    } finally {
      for (const handle of handles) void handle.close().catch(ignored);
    }
  }

  /** Opens the folder of a blob for flushing, and creates it if missing. */
  private async openFolder(id: string, into: FileHandle[]): Promise<FileHandle> {
    const folder = join(this.path(id), '..');
    try {
      return await opened(folder, 'r', into);
    } catch (error) {
      if (findErrorCode(error) !== 'ENOENT') throw error;
    }
    await this.folders.make(this.path(id));
    return opened(folder, 'r', into);
  }

  private async handle(id: string): Promise<FileHandle> {
    try {
      return await open(this.path(id), 'r');
    } catch (error) {
      throw asMissing(error, id);
    }
  }

  /** Returns the path of a blob. Only ids made by a store can name a file, whatever a damaged row may contain. */
  private path(id: string): string {
    if (!isBlobId(id)) throw new BlobMissingError(`"${id}" is not the id of a blob`);
    return join(this.root, id.slice(0, 2), id);
  }
}

/** Writes the content. Returns its size and hash. Throws BlobTooLargeError as soon as it exceeds `maxBytes`. */
async function write(
  file: FileHandle,
  content: Buffer | Readable,
  maxBytes: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of Buffer.isBuffer(content) ? [content] : toBufferChunks(content)) {
    size += chunk.length;
    if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
    hash.update(chunk);
    await file.appendFile(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

async function opened(path: string, flags: string, into: FileHandle[]): Promise<FileHandle> {
  const handle = await open(path, flags, 0o600);
  into.push(handle);
  return handle;
}

/** Errors are ignored, since everything written has been flushed. */
function ignored(): void {}

/** Returns the chunks of a stream, which are buffers since no caller sets an encoding. */
function toBufferChunks(content: Readable): AsyncIterable<Buffer> {
  return content;
}

async function modifiedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (findErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function asMissing(error: unknown, id: string): unknown {
  return findErrorCode(error) === 'ENOENT'
    ? new BlobMissingError(`blob ${id} is missing`, { cause: error })
    : error;
}

function asStorageError(error: unknown): unknown {
  const code = findErrorCode(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new MetarunError(
    'unavailable',
    'The disk is full: nothing was stored. Free some space first.',
    {
      cause: error,
    },
  );
}
