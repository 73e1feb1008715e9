import type { FileHandle } from 'node:fs/promises';
import { link, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { PrefixFolders } from './prefix-folders.js';

const SHA256 = /^[0-9a-f]{64}$/;
/** Number of bytes read at a time; with fewer, comparing a large content takes several times as long. */
const COMPARED_BYTES = 1024 * 1024;

/**
 * The contents of all blobs by hash, `<root>/<first two digits>/<SHA-256>`, as hard links to the files of blobs. The
 * file system counts the names of a content and frees it with the last one, so that no order of puts, removals and
 * crashes can lose a content that has a name. A missing entry only costs disk space, so nothing here is flushed.
 */
export class ContentsIndex {
  private readonly folders: PrefixFolders;

  constructor(private readonly root: string) {
    this.folders = new PrefixFolders(root);
  }

  /**
   * Returns whether an indexed content has the same bytes as `written`, which has `size` bytes. The indexed file may
   * have been damaged: a client that stores the content again must get what it stored.
   */
  async holds(sha256: string, written: FileHandle, size: number): Promise<boolean> {
    return sameBytes(this.path(sha256), written, size).catch(() => false);
  }

  /**
   * Makes `name` another name of an indexed content. Returns false if that is impossible: the content has been removed,
   * the file system has no hard links, or the content has the maximum number of links.
   */
  async reuse(sha256: string, name: string): Promise<boolean> {
    const path = this.path(sha256);
    try {
      // Sets the age of the file to that of its newest name, so that the sweep does not mistake it for the remains of a
      // crash.
      const now = new Date();
      await utimes(path, now, now);
      await link(path, name);
      return true;
    } catch {
      return false;
    }
  }

  /** Makes `entry` another name of the file `name`, to be passed to {@link add}. */
  async prepare(name: string, entry: string): Promise<void> {
    // Without hard links, nothing is indexed.
    await link(name, entry).catch(() => undefined);
  }

  /** Moves the file `entry` into the index, replacing the content's present entry. */
  async add(sha256: string, entry: string): Promise<void> {
    const path = this.path(sha256);
    try {
      await rename(entry, path).catch(async () => {
        await this.folders.make(path);
        await rename(entry, path);
      });
    } catch {
      await rm(entry, { force: true });
    }
  }

  /** Drops a content that has no other name. */
  async release(sha256: string): Promise<void> {
    await dropUnnamed(this.path(sha256));
  }

  /** Drops all contents without another name, which are left after a crash. Returns their number. */
  async releaseAll(): Promise<number> {
    let dropped = 0;
    for (const folder of await namesIn(this.root))
      for (const name of await namesIn(join(this.root, folder)))
        if (SHA256.test(name) && (await dropUnnamed(join(this.root, folder, name)))) dropped += 1;
    return dropped;
  }

  private path(sha256: string): string {
    return join(this.root, sha256.slice(0, 2), sha256);
  }
}

/** Drops a content without another name. If a put names the content at the same time, this removes only the entry. */
async function dropUnnamed(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).nlink > 1) return false;
    await rm(path);
    return true;
  } catch {
    return false;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function sameBytes(path: string, written: FileHandle, size: number): Promise<boolean> {
  const indexed = await open(path, 'r');
  try {
    if ((await indexed.stat()).size !== size) return false;
    const step = Math.min(COMPARED_BYTES, size);
    const [ours, theirs] = [Buffer.allocUnsafe(step), Buffer.allocUnsafe(step)];
    for (let at = 0; at < size; at += step) {
      const length = Math.min(step, size - at);
      await Promise.all([readAll(written, ours, length, at), readAll(indexed, theirs, length, at)]);
      if (ours.compare(theirs, 0, length, 0, length) !== 0) return false;
    }
    return true;
  } finally {
    await indexed.close();
  }
}

/** Reads `length` bytes from a position. Throws if the file ends earlier. */
async function readAll(file: FileHandle, into: Buffer, length: number, at: number): Promise<void> {
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(into, done, length - done, at + done);
    if (bytesRead === 0) throw new Error('the file is shorter than it was');
    done += bytesRead;
  }
}
