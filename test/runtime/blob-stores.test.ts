/** The behaviour of all blob stores, tested on disk and on a real S3 server. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readServerConfig } from '../../src/server/core/config.js';
import { BlobMissingError, type BlobStore } from '../../src/platform/storage/blob-store.js';
import { openBlobStore } from '../../src/platform/storage/open-blob-store.js';
import { startS3 } from '../support/s3-server.js';

interface Opened {
  store: BlobStore;
  close(): Promise<void>;
}

async function onDisk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'metarun-blobs-'));
  return {
    store: await openBlobStore(readServerConfig({ METARUN_DATA_DIR: folder })),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function onS3(): Promise<Opened> {
  const s3 = await startS3();
  const store = await openBlobStore(
    readServerConfig({ ...s3.settings, METARUN_STORAGE_PREFIX: 'some/prefix/' }),
  );
  return {
    store,
    close: async () => {
      store.close();
      await s3.stop();
    },
  };
}

const LIMIT = { maxBytes: 64 * 1024 * 1024 };
const MIB = 1024 * 1024;

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

describe.each([
  ['disk', onDisk],
  ['S3', onS3],
])('a store of blobs on %s', (_name, open) => {
  let opened: Opened;
  let store: BlobStore;

  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  afterAll(() => opened.close());

  async function ids(): Promise<string[]> {
    const found: string[] = [];
    for await (const blob of store.list()) found.push(blob.id);
    return found;
  }

  it('a blob store returns what was put, whole or in part, from a stream or from memory', async () => {
    const chunks = [Buffer.from('hello '), Buffer.from('world')];
    for (const content of [Readable.from(chunks), Buffer.concat(chunks)]) {
      const blob = await store.put(content, { maxBytes: 11 });
      expect(blob).toMatchObject({ size: 11, sha256: sha256(Buffer.from('hello world')) });
      expect(blob.id).toMatch(/^[0-9a-f-]+$/);
      expect(await store.size(blob.id)).toBe(11);
      expect(await text(await store.open(blob.id))).toBe('hello world');
      expect(await text(await store.open(blob.id, { start: 6, end: 8 }))).toBe('wor');
      expect(await text(await store.open(blob.id, { start: 10, end: 10 }))).toBe('d');
    }
  });

  it('a blob store holds an empty blob', async () => {
    for (const content of [Buffer.alloc(0), Readable.from([])]) {
      const { id, size } = await store.put(content, LIMIT);
      expect([size, await store.size(id)]).toEqual([0, 0]);
      expect(await text(await store.open(id))).toBe('');
    }
  });

  it('a blob store holds a large blob that is written in chunks of any size', async () => {
    const content = randomBytes(23 * MIB + 1);
    function* chunks(): Generator<Buffer> {
      for (let at = 0, size = 1; at < content.length; at += size, size = (size * 7) % 999_983)
        yield content.subarray(at, Math.min(at + size, content.length));
    }
    const { id, size } = await store.put(Readable.from(chunks()), LIMIT);
    expect(size).toBe(content.length);
    expect(sha256(await buffer(await store.open(id)))).toBe(sha256(content));
    const range = { start: 10 * MIB - 3, end: 20 * MIB };
    const part = await buffer(await store.open(id, range));
    expect(part.equals(content.subarray(range.start, range.end + 1))).toBe(true);
    await store.remove(id);
  });

  it('a blob store keeps nothing of content that is too large', async () => {
    const before = await ids();
    const small = store.put(Readable.from([Buffer.alloc(8), Buffer.alloc(8)]), { maxBytes: 15 });
    await expect(small).rejects.toMatchObject({ code: 'too_large' });
    const parts = Array.from({ length: 13 }, () => randomBytes(MIB));
    const large = store.put(Readable.from(parts), { maxBytes: 12 * MIB });
    await expect(large).rejects.toMatchObject({ code: 'too_large' });
    expect(await ids()).toEqual(before);
    expect(await store.removeUnfinished(Date.now() + 60_000)).toBe(0);
  });

  it.each([8, 12 * MIB])(
    'a blob store keeps nothing of a stream that fails after %i bytes, and throws its error',
    async (bytes) => {
      const before = await ids();
      async function* broken(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(bytes);
        throw new Error('cut');
      }
      await expect(store.put(Readable.from(broken()), LIMIT)).rejects.toThrow('cut');
      expect(await ids()).toEqual(before);
      expect(await store.removeUnfinished(Date.now() + 60_000)).toBe(0);
    },
  );

  it('an opened blob can be read to its end although it is removed', async () => {
    const content = randomBytes(8 * MIB);
    const { id } = await store.put(content, LIMIT);
    const stream = await store.open(id);
    await store.remove(id);
    expect(sha256(await buffer(stream))).toBe(sha256(content));
    await expect(store.open(id)).rejects.toThrow(BlobMissingError);
    await expect(store.open(id, { start: 0, end: 0 })).rejects.toThrow(BlobMissingError);
    await expect(store.size(id)).rejects.toThrow(BlobMissingError);
    await expect(store.remove(id)).resolves.toBeUndefined();
  });

  it.each(['', '../../etc/passwd', 'ab', 'ä', '018f0000-0000-7000-8000-00000000000g'])(
    'a blob store has no blob with the foreign id %j',
    async (id) => {
      await expect(store.open(id)).rejects.toThrow(BlobMissingError);
      await expect(store.size(id)).rejects.toThrow(BlobMissingError);
      await expect(store.remove(id)).resolves.toBeUndefined();
    },
  );

  it('each of many equal blobs remains until it is removed itself', async () => {
    const content = randomBytes(100_000);
    const blobs = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        store.put(n % 2 ? content : Readable.from([content]), LIMIT),
      ),
    );
    const [first, ...others] = blobs.map(({ id }) => id);
    expect(new Set(blobs.map(({ id }) => id)).size).toBe(12);
    await Promise.all(others.map((id) => store.remove(id)));
    expect(sha256(await buffer(await store.open(first ?? '')))).toBe(sha256(content));
  });

  it('no equal blob is lost when it is put while another one is removed', async () => {
    const content = randomBytes(50_000);
    let { id } = await store.put(content, LIMIT);
    for (let round = 0; round < 30; round += 1) {
      const last = id;
      const [next] = await Promise.all([store.put(content, LIMIT), store.remove(last)]);
      id = next.id;
      expect((await buffer(await store.open(id))).equals(content)).toBe(true);
    }
  });

  it('a blob store lists every blob once with the time it was stored', async () => {
    const started = Date.now();
    const content = Buffer.from('listed');
    const put = await Promise.all(Array.from({ length: 20 }, () => store.put(content, LIMIT)));
    const listed = new Map<string, number>();
    for await (const { id, storedAt } of store.list()) {
      expect(listed.has(id)).toBe(false);
      listed.set(id, storedAt);
    }
    for (const { id } of put) expect(listed.get(id)).toBeGreaterThan(started - 2_000);
    await Promise.all(put.map(({ id }) => store.remove(id)));
    const left = await ids();
    expect(put.filter(({ id }) => left.includes(id))).toEqual([]);
  });

  it('abandoned readers do not exhaust a blob store', async () => {
    const { id } = await store.put(randomBytes(MIB), LIMIT);
    for (let reader = 0; reader < 280; reader += 1) {
      const stream = await store.open(id);
      if (reader % 2) await once(stream, 'readable');
      stream.destroy();
    }
    expect(await store.size(id)).toBe(MIB);
  });
});
