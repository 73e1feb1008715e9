/** Tests of the disk store only; those of every store are in test/runtime/blob-stores.test.ts. */
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlobMissingError } from './blob-store.js';
import { DiskBlobStore } from './disk.blob-store.js';

const LIMIT = { maxBytes: 99 };

describe('DiskBlobStore', () => {
  let root: string;
  let store: DiskBlobStore;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'metarun-blobs-'));
    store = await DiskBlobStore.open(root);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function files(folder: 'blobs' | 'contents'): Promise<string[]> {
    const entries = await readdir(join(root, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }

  function locateFile(id: string): string {
    return join(root, 'blobs', id.slice(0, 2), id);
  }

  it('content of just the largest size is stored, and nothing of what has one byte more', async () => {
    const stored = await store.put(Readable.from([Buffer.alloc(98), Buffer.alloc(1)]), LIMIT);
    expect(stored.size).toBe(99);
    const larger = store.put(Readable.from([Buffer.alloc(98), Buffer.alloc(2)]), LIMIT);
    await expect(larger).rejects.toMatchObject({ code: 'too_large' });
    expect(await files('blobs')).toEqual([locateFile(stored.id)]);
  });

  it('the disk store reads a part of a content, and says which content is missing', async () => {
    const { id } = await store.put(Buffer.from('abcdef'), LIMIT);
    expect(await text(await store.open(id, { start: 1, end: 3 }))).toBe('bcd');
    expect(await store.size(id)).toBe(6);
    await store.remove(id);
    for (const missing of [id, '../installation']) {
      await expect(store.open(missing)).rejects.toThrow(BlobMissingError);
      await expect(store.size(missing)).rejects.toThrow(BlobMissingError);
      await expect(store.remove(missing)).resolves.toBeUndefined();
    }
  });

  it('the disk store keeps equal contents once, under the hash that their ids begin with', async () => {
    const [one, two] = [
      await store.put(Buffer.from('x'), LIMIT),
      await store.put(Buffer.from('x'), LIMIT),
    ];
    expect(one.id).not.toBe(two.id);
    expect(one.id.startsWith(`${one.sha256}-`)).toBe(true);
    const inodes = await Promise.all(
      [locateFile(one.id), locateFile(two.id)].map((path) => stat(path)),
    );
    expect(inodes[0]?.ino).toBe(inodes[1]?.ino);
    expect(await files('contents')).toHaveLength(1);
    await store.remove(one.id);
    expect(await files('contents')).toHaveLength(1);
    await store.remove(two.id);
    expect(await files('contents')).toEqual([]);
    expect(await files('blobs')).toEqual([]);
  });

  it('the disk store dates an equal content by its last put', async () => {
    const { id } = await store.put(Buffer.from('x'), LIMIT);
    await utimes(locateFile(id), 1, 1);
    const before = Date.now() - 2_000;
    const again = await store.put(Buffer.from('x'), LIMIT);
    expect((await stat(locateFile(again.id))).mtimeMs).toBeGreaterThan(before);
  });

  it.each(['y', 'xx', ''])(
    'the disk store writes a content again that was damaged on disk to %j',
    async (damaged) => {
      const { id } = await store.put(Buffer.from('x'), LIMIT);
      await writeFile(locateFile(id), damaged);
      const again = await store.put(Buffer.from('x'), LIMIT);
      const third = await store.put(Buffer.from('x'), LIMIT);
      for (const good of [again, third]) expect(await text(await store.open(good.id))).toBe('x');
      for (const each of [id, again.id, third.id]) await store.remove(each);
      expect(await files('contents')).toEqual([]);
    },
  );

  it('the disk store works without its index of contents', async () => {
    const { id } = await store.put(Buffer.from('x'), LIMIT);
    await rm(join(root, 'contents'), { recursive: true });
    // A file takes the place of a folder, so that every link fails.
    await writeFile(join(root, 'contents'), '');
    const again = await store.put(Buffer.from('x'), LIMIT);
    await store.remove(id);
    expect(await text(await store.open(again.id))).toBe('x');
    expect(await store.removeUnfinished(Date.now())).toBe(0);
    expect(await files('blobs')).toEqual([locateFile(again.id)]);
  });

  it('the disk store reads and lists blobs with ids of an older format', async () => {
    const id = 'ab111111-1111-4111-8111-111111111111';
    await mkdir(join(root, 'blobs', 'ab'));
    await writeFile(locateFile(id), 'older');
    expect(await text(await store.open(id))).toBe('older');
    const ids: string[] = [];
    for await (const blob of store.list()) ids.push(blob.id);
    expect(ids).toEqual([id]);
  });

  it('removeUnfinished deletes old unfinished contents and contents that a crash left without a blob', async () => {
    const kept = await store.put(Buffer.from('kept'), LIMIT);
    const lost = await store.put(Buffer.from('lost'), LIMIT);
    await rm(locateFile(lost.id));
    const old = join(root, 'blobs', 'unfinished', 'old');
    await writeFile(old, '');
    await utimes(old, 1, 1);
    const young = join(root, 'blobs', 'unfinished', 'new');
    await writeFile(young, '');
    expect(await store.removeUnfinished(Date.now() - 60_000)).toBe(2);
    expect((await files('blobs')).sort()).toEqual([locateFile(kept.id), young].sort());
    expect(await files('contents')).toHaveLength(1);
  });

  it('the disk store is readable only by its owner', async () => {
    await chmod(root, 0o755);
    const { id } = await store.put(Buffer.from('x'), LIMIT);
    for (const path of [locateFile(id), join(locateFile(id), '..'), join(root, 'blobs')])
      expect((await stat(path)).mode & 0o077).toBe(0);
  });
});
