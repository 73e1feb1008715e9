import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlobMissingError } from './blob-store.js';
import { DiskBlobStore } from './disk.blob-store.js';

describe('DiskBlobStore', () => {
  let root: string;
  let store: DiskBlobStore;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'metarun-blobs-'));
    store = await DiskBlobStore.open(root);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function files(): Promise<string[]> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  }

  it('gives back what was put, whole or in part', async () => {
    const blob = await store.put(Readable.from([Buffer.from('hello '), Buffer.from('world')]), {
      maxBytes: 11,
    });
    expect(blob).toMatchObject({
      size: 11,
      sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    });
    expect(await store.size(blob.id)).toBe(11);
    expect(await text(await store.open(blob.id))).toBe('hello world');
    expect(await text(await store.open(blob.id, { start: 6, end: 8 }))).toBe('wor');
  });

  it('keeps nothing of a content that is too large', async () => {
    const put = store.put(Readable.from([Buffer.alloc(8), Buffer.alloc(8)]), { maxBytes: 15 });
    await expect(put).rejects.toMatchObject({ code: 'too_large' });
    expect(await files()).toEqual([]);
  });

  it('keeps nothing of a stream that fails, and throws its error', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(8);
      throw new Error('cut');
    }
    await expect(store.put(Readable.from(broken()), { maxBytes: 99 })).rejects.toThrow('cut');
    expect(await files()).toEqual([]);
  });

  it('reads an opened blob to its end although it is removed', async () => {
    const { id } = await store.put(Buffer.from('still here'), { maxBytes: 99 });
    const stream = await store.open(id);
    await store.remove(id);
    expect(await text(stream)).toBe('still here');
    await expect(store.open(id)).rejects.toThrow(BlobMissingError);
    await expect(store.size(id)).rejects.toThrow(BlobMissingError);
    await expect(store.remove(id)).resolves.toBeUndefined();
  });

  it('takes only its own ids for file names', async () => {
    await expect(store.open('../../etc/passwd')).rejects.toThrow(BlobMissingError);
  });

  it('lists blobs and clears away old unfinished contents', async () => {
    const { id } = await store.put(Buffer.from('x'), { maxBytes: 1 });
    const old = join(root, 'unfinished', 'old');
    await writeFile(old, '');
    await utimes(old, 1, 1);
    await writeFile(join(root, 'unfinished', 'new'), '');
    expect(await store.removeUnfinished(Date.now() - 60_000)).toBe(1);
    const ids: string[] = [];
    for await (const blob of store.list()) ids.push(blob.id);
    expect(ids).toEqual([id]);
    expect((await files()).sort()).toEqual([id, 'new'].sort());
  });
});
