/** Behaviour that only the S3 store has; blob-stores.test.ts tests that of all stores. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readServerConfig } from '../../src/server/core/config.js';
import type { BlobStore } from '../../src/platform/storage/blob-store.js';
import { openBlobStore } from '../../src/platform/storage/open-blob-store.js';
import { s3Client } from '../../src/platform/storage/s3-client.js';
import { type S3Server, startS3 } from '../support/s3-server.js';
import { sized } from '../support/size.js';

const LIMIT = { maxBytes: 64 * 1024 * 1024 };
const MIB = 1024 * 1024;
const HEADERS = {
  contentType: 'text/plain',
  contentDisposition: 'attachment; filename="a b.txt"',
  cacheControl: 'private',
};

describe('a store of blobs on S3', () => {
  let s3: S3Server;
  let store: BlobStore;

  const open = (more: Record<string, string> = {}): Promise<BlobStore> =>
    openBlobStore(readServerConfig({ ...s3.settings, ...more }));

  beforeAll(async () => {
    s3 = await startS3();
    store = await open({ METARUN_STORAGE_REDIRECT_BYTES: '1000' });
  });
  afterEach(() => {
    s3.failure = () => null;
  });
  afterAll(async () => {
    store.close();
    await s3.stop();
  });

  async function ids(): Promise<string[]> {
    const found: string[] = [];
    for await (const blob of store.list()) found.push(blob.id);
    return found;
  }

  function chunks(content: Buffer, bytes: number): Buffer[] {
    const count = Math.ceil(content.length / bytes);
    return Array.from({ length: count }, (_, n) => content.subarray(n * bytes, (n + 1) * bytes));
  }

  function parts(count: number): Readable {
    return Readable.from(Array.from({ length: count }, () => randomBytes(MIB)));
  }

  it('an S3 store is unavailable with the reason while its server is down, and recovers afterwards', async () => {
    const { id } = await store.put(Buffer.from('x'), LIMIT);
    await s3.down();
    const unavailable = {
      code: 'unavailable',
      message: expect.stringContaining('does not answer'),
    };
    const refused: unknown = await store
      .put(Buffer.from('x'), LIMIT)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject(unavailable);
    expect(inspect(refused)).toContain('ECONNREFUSED');
    await expect(store.put(parts(12), LIMIT)).rejects.toMatchObject(unavailable);
    await expect(store.open(id)).rejects.toMatchObject(unavailable);
    await expect(store.size(id)).rejects.toMatchObject(unavailable);
    await expect(store.remove(id)).rejects.toMatchObject(unavailable);
    await expect(ids()).rejects.toMatchObject(unavailable);
    await expect(store.removeUnfinished(0)).rejects.toMatchObject(unavailable);
    await s3.up();
    expect((await buffer(await store.open(id))).toString()).toBe('x');
  });

  it('large content is sent in parts of 5 MiB, and smaller content in a single request', async () => {
    const partBytes = 5 * MIB;
    for (const [bytes, requests] of [
      [0, ['PUT']],
      [1, ['PUT']],
      [64 * 1024 + 1, ['PUT']],
      [partBytes, ['PUT']],
      [partBytes + 1, ['POST', 'PUT', 'PUT', 'POST']],
      [2 * partBytes, ['POST', 'PUT', 'PUT', 'POST']],
      [2 * partBytes + 7, ['POST', 'PUT', 'PUT', 'PUT', 'POST']],
    ] as const) {
      const content = randomBytes(bytes);
      for (const chunk of [content, Readable.from(chunks(content, 99_991))]) {
        const before = s3.requests.length;
        const { id, size } = await store.put(chunk, LIMIT);
        expect(size).toBe(bytes);
        expect(s3.requests.slice(before).map(({ method }) => method)).toEqual(requests);
        expect((await buffer(await store.open(id))).equals(content)).toBe(true);
      }
    }
    expect(s3.unfinished.size).toBe(0);
  });

  it('contents that are stored at the same time are kept apart', async () => {
    const contents = Array.from({ length: sized(6, 3) }, (_, n) =>
      randomBytes((4 + 3 * n) * MIB + n),
    );
    for (let round = 0; round < sized(2, 1); round += 1)
      await Promise.all(
        contents.map(async (content) => {
          const { id } = await store.put(Readable.from(chunks(content, 65_536)), LIMIT);
          expect((await buffer(await store.open(id))).equals(content)).toBe(true);
        }),
      );
  });

  it.each([
    { status: 503, code: 'SlowDown' },
    { status: 500, code: 'InternalError' },
    'cut',
  ] as const)('a request is retried after %j', async (failure) => {
    let left = 2;
    s3.failure = () => (left-- > 0 ? failure : null);
    const { id } = await store.put(parts(1), LIMIT);
    left = 2;
    expect(await store.size(id)).toBe(MIB);
  });

  it('a read resumes after cut-off answers, and fails when none gets through', async () => {
    const content = randomBytes(3 * MIB);
    const { id } = await store.put(content, LIMIT);
    let cuts = 0;
    s3.failure = ({ method }) =>
      method === 'GET' && ++cuts < 4 ? { cutAnswerAfter: 700_000 } : null;
    expect((await buffer(await store.open(id))).equals(content)).toBe(true);
    expect(cuts).toBe(4);
    cuts = 0;
    const range = { start: 100_000, end: 2_900_000 };
    const part = await buffer(await store.open(id, range));
    expect(part.equals(content.subarray(range.start, range.end + 1))).toBe(true);
    s3.failure = ({ method }) => (method === 'GET' ? { cutAnswerAfter: 0 } : null);
    await expect(store.open(id).then(buffer)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('a refusal by S3 names the settings to fix and is not retried', async () => {
    s3.failure = () => ({ status: 403, code: 'AccessDenied' });
    const before = s3.requests.length;
    await expect(ids()).rejects.toMatchObject({ code: 'unavailable' });
    const refused: unknown = await store
      .put(Buffer.from('x'), LIMIT)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/AccessDenied.*METARUN_STORAGE_/),
    });
    expect(inspect(refused, { depth: 9 })).not.toContain(s3.secretAccessKey);
    expect(s3.requests.length - before).toBeLessThanOrEqual(3);
  });

  it('an upload that could not be aborted is left to the sweep, which removes only old ones', async () => {
    const before = await ids();
    s3.failure = ({ method, path }) =>
      method === 'DELETE' || path.includes('partNumber=2')
        ? { status: 500, code: 'InternalError' }
        : null;
    await expect(store.put(parts(12), LIMIT)).rejects.toMatchObject({ code: 'unavailable' });
    expect(s3.unfinished.size).toBe(1);
    s3.failure = () => null;
    expect(await store.removeUnfinished(Date.now() - 60_000)).toBe(0);
    for (const upload of s3.unfinished.values()) upload.initiated = new Date(0);
    s3.unfinished.set('of-others', { key: 'somewhere/else', initiated: new Date(0) });
    expect(await store.removeUnfinished(Date.now() - 60_000)).toBe(1);
    expect([...s3.unfinished.keys()]).toEqual(['of-others']);
    s3.unfinished.clear();
    expect(await ids()).toEqual(before);
  });

  it('a server that cannot list unfinished uploads is accepted', async () => {
    s3.failure = ({ path }) =>
      path.includes('uploads') ? { status: 501, code: 'NotImplemented' } : null;
    expect(await store.removeUnfinished(Date.now())).toBe(0);
  });

  it('large contents get URLs that anyone can read for a short time', async () => {
    const content = randomBytes(5_000);
    const { id } = await store.put(content, LIMIT);
    expect(await store.directUrl(id, 999, HEADERS)).toBeNull();
    const url = new URL((await store.directUrl(id, 5_000, HEADERS)) ?? '');
    expect(url.origin).toBe(s3.url);
    expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
    expect(url.searchParams.get('response-content-disposition')).toBe(HEADERS.contentDisposition);
    expect(url.searchParams.get('response-content-type')).toBe('text/plain');
    expect(url.href).not.toContain(s3.secretAccessKey);
    const answer = await fetch(url, { headers: { Range: 'bytes=10-19' } });
    expect(answer.status).toBe(206);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(10, 20))).toBe(true);
    const outside = await open({
      METARUN_STORAGE_REDIRECT_BYTES: '1',
      METARUN_STORAGE_PUBLIC_ENDPOINT: 'https://files.example.com',
    });
    expect(await outside.directUrl(id, 5_000, HEADERS)).toMatch(
      /^https:\/\/files\.example\.com\/test-files\//,
    );
    outside.close();
  });

  it('blobs copied from a disk store keep their ids on S3', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metarun-blobs-'));
    const disk = await openBlobStore(readServerConfig({ METARUN_DATA_DIR: folder }));
    const { id } = await disk.put(Buffer.from('moved'), LIMIT);
    const client = s3Client(readServerConfig(s3.settings), s3.url);
    for (const file of await readdir(join(folder, 'blobs'), { recursive: true }))
      if (file.endsWith(id))
        await client.send(
          new PutObjectCommand({
            Bucket: s3.bucket,
            Key: file,
            Body: await readFile(join(folder, 'blobs', file)),
          }),
        );
    expect((await buffer(await store.open(id))).toString()).toBe('moved');
    expect(await ids()).toContain(id);
    await store.remove(id);
    expect(await ids()).not.toContain(id);
    client.destroy();
    await rm(folder, { recursive: true });
  });

  it('blobs under another prefix of the bucket are not listed', async () => {
    const other = await open({ METARUN_STORAGE_PREFIX: 'another/' });
    const { id } = await other.put(Buffer.from('x'), LIMIT);
    expect(await ids()).not.toContain(id);
    const its: string[] = [];
    for await (const blob of other.list()) its.push(blob.id);
    expect(its).toEqual([id]);
    other.close();
  });

  it.each([
    [{ METARUN_STORAGE_BUCKET: 'no-such-bucket' }, /no-such-bucket.*NoSuchBucket/],
    [{ METARUN_STORAGE_ACCESS_KEY_ID: 'AKIAOTHER' }, /InvalidAccessKeyId \(403\)/],
    [
      { METARUN_STORAGE_ENDPOINT: 'http://127.0.0.1:1' },
      /127\.0\.0\.1:1 cannot be listed.*ECONNREFUSED/,
    ],
  ])('an S3 store is not opened with %j', async (wrong, message) => {
    const refusal: unknown = await open(wrong).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(message) });
    expect(inspect(refusal, { depth: 9 })).not.toContain(s3.secretAccessKey);
  });
});
