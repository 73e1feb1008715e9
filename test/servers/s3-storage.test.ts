import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readServerConfig } from '../../src/server/core/config.js';
import type { BlobStore } from '../../src/platform/storage/blob-store.js';
import { S3BlobStore } from '../../src/platform/storage/s3.blob-store.js';
import { refusedStart } from '../support/cli.js';
import { FilesClient, type Problem } from '../support/files-client.js';
import { memory, uploadRandomBytes } from '../support/large-uploads.js';
import { type S3Server, startS3 } from '../support/s3-server.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;
/** Size of a large file, several times the memory that the server may use. */
const LARGE_MIB = sized(100, 48);
const REDIRECT_BYTES = 12 * MIB;

describe('a server whose files are in an S3 bucket', () => {
  let s3: S3Server;
  let server: ServerProcess;
  let files: FilesClient;

  beforeAll(async () => {
    s3 = await startS3();
    server = await startServerProcess({
      ...s3.settings,
      METARUN_STORAGE_PREFIX: 'metarun/',
      METARUN_STORAGE_REDIRECT_BYTES: String(REDIRECT_BYTES),
    });
    files = new FilesClient(server, server.apiKey);
  });
  afterAll(async () => {
    await server.stop();
    await s3.stop();
  });

  async function upload(name: string, content: Buffer): Promise<Response> {
    const form = new FormData();
    form.set('file', new File([content], name));
    return files.fetch('/upload', { method: 'POST', body: form });
  }

  /** Calls `work` with the blob store of the server. */
  async function withStore<T>(work: (store: BlobStore) => Promise<T>): Promise<T> {
    const config = { ...s3.settings, METARUN_STORAGE_PREFIX: 'metarun/' };
    const store = await S3BlobStore.open(readServerConfig(config));
    return work(store).finally(() => store.close());
  }

  /** Returns the keys of all objects below the server's prefix. */
  function objects(): Promise<string[]> {
    return withStore(async (store) => {
      const keys: string[] = [];
      for await (const { id } of store.list()) keys.push(`metarun/${id.slice(0, 2)}/${id}`);
      return keys;
    });
  }

  it('small and large files are kept in the bucket, read whole and in part, and not kept on the disk', async () => {
    const content = randomBytes(11 * MIB);
    expect((await upload('large.bin', content)).status).toBe(201);
    expect((await files.put('/small.txt', 'small')).status).toBe(201);
    expect(await (await files.read('/small.txt')).json()).toMatchObject({ content: 'small' });
    const whole = await files.raw('/large.bin');
    expect(whole.redirected).toBe(false);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const part = await files.raw('/large.bin', { Range: 'bytes=6000000-6000099' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(6e6, 6e6 + 100))).toBe(
      true,
    );
    expect(await objects()).toHaveLength(2);
    expect(existsSync(join(server.dataDir, 'blobs'))).toBe(false);
  });

  it('a large upload takes no more than 16 MiB of memory', async () => {
    const fresh = await startServerProcess({ ...s3.settings, METARUN_STORAGE_PREFIX: 'large/' });
    try {
      const own = new FilesClient(fresh, fresh.apiKey);
      expect((await own.put('/small.txt', 'small')).status).toBe(201);
      // A first upload in parts is not measured, since code is compiled during it.
      await uploadRandomBytes(fresh, 'first.bin', 12 * MIB);
      // This resets the peak to the current memory.
      await writeFile(`/proc/${fresh.pid}/clear_refs`, '5');
      const before = memory(fresh, 'VmRSS');
      const sha256 = await uploadRandomBytes(fresh, 'large.bin', LARGE_MIB * MIB);
      expect(memory(fresh, 'VmHWM') - before).toBeLessThanOrEqual(16 * MIB);
      const back = createHash('sha256');
      for await (const chunk of (await own.raw('/large.bin')).body ?? []) back.update(chunk);
      expect(back.digest('hex')).toBe(sha256);
    } finally {
      await fresh.stop();
    }
  });

  it('a restarted server has the same files, and dropped versions lose their objects', async () => {
    await server.restart();
    files = new FilesClient(server, server.apiKey);
    expect(await (await files.raw('/small.txt')).text()).toBe('small');
    await files.put('/another.txt', 'more');
    const before = await objects();
    expect((await files.remove('/another.txt')).status).toBe(204);
    expect(await objects()).toHaveLength(before.length);
    await files.dropVersions('/another.txt');
    expect(await objects()).toHaveLength(before.length - 1);
  });

  it('large downloads are redirected to the bucket, except for conditional and invalid requests', async () => {
    const content = randomBytes(REDIRECT_BYTES);
    await upload('huge ü.bin', content);
    const path = `/raw?path=${encodeURIComponent('/huge ü.bin')}`;
    const sent = await files.fetch(path, { redirect: 'manual' });
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([307, 'no-store']);
    expect(sent.headers.get('location')).toContain(`${s3.url}/${s3.bucket}/metarun/`);
    const whole = await files.fetch(path);
    expect(
      createHash('sha256')
        .update(Buffer.from(await whole.arrayBuffer()))
        .digest('hex'),
    ).toBe(createHash('sha256').update(content).digest('hex'));
    const part = await files.fetch(path, { headers: { Range: 'bytes=5-8' } });
    expect([part.redirected, part.status]).toEqual([true, 206]);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(5, 9))).toBe(true);
    const head = await files.fetch(path, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    expect([head.redirected, head.status]).toEqual([false, 200]);
    for (const [headers, status] of [
      [{ 'If-None-Match': etag }, 304],
      [{ 'If-Match': '"other"' }, 412],
      [{ Range: 'bytes=99999999-' }, 416],
      [{ Range: 'bytes=0-3', 'If-Range': etag }, 206],
    ] as const) {
      const answer = await files.fetch(path, { headers });
      expect([answer.redirected, answer.status]).toEqual([false, status]);
      await answer.arrayBuffer();
    }
  });

  it('an outage of the bucket gives 503 with a reason, and leaves nothing half-written', async () => {
    const before = await objects();
    await s3.down();
    const answers = [
      await files.put('/lost.txt', 'x'),
      await upload('lost.bin', randomBytes(11 * MIB)),
      await files.read('/small.txt'),
      await files.raw('/small.txt'),
    ];
    for (const answer of answers) {
      const problem = (await answer.json()) as Problem;
      expect([answer.status, problem.code]).toEqual([503, 'unavailable']);
      expect(problem.detail).toContain('ECONNREFUSED');
      expect(answer.headers.get('retry-after')).toBe('10');
    }
    expect((await server.call('GET', '/health/live')).status).toBe(200);
    await s3.up();
    expect(await (await files.raw('/small.txt')).text()).toBe('small');
    expect((await files.read('/lost.txt')).status).toBe(404);
    expect((await files.read('/lost.bin')).status).toBe(404);
    expect(await objects()).toEqual(before);
  });

  it('orphaned objects and unfinished uploads that a kill left are removed', async () => {
    const kept = await objects();
    // The kill comes between two parts of an upload, or before its row is stored.
    s3.failure = ({ path }) => {
      if (path.includes('partNumber=2')) process.kill(server.pid, 'SIGKILL');
      return null;
    };
    await expect(upload('killed.bin', randomBytes(11 * MIB))).rejects.toThrow();
    s3.failure = () => null;
    expect(s3.unfinished.size).toBe(1);
    for (const uploaded of s3.unfinished.values()) uploaded.initiated = new Date(0);
    await withStore((store) => store.put(Buffer.from('no file names it'), { maxBytes: 99 }));
    for (const key of await objects()) s3.aged.add(key);
    await server.restart();
    files = new FilesClient(server, server.apiKey);
    await until(
      'the sweep',
      async () => s3.unfinished.size === 0 && (await objects()).length === kept.length,
    );
    expect((await objects()).sort()).toEqual(kept.sort());
    expect(await (await files.raw('/small.txt')).text()).toBe('small');
  });

  it('the log has no secret of the storage', () => {
    const output = server.output.stdout + server.output.stderr;
    expect(output).toContain('ECONNREFUSED');
    expect(output).not.toContain(s3.secretAccessKey);
    expect(output).not.toContain('X-Amz-Signature');
  });
});

describe('a server whose bucket cannot be used', () => {
  it('a server whose bucket cannot be used does not start and gives the reason', async () => {
    const s3 = await startS3();
    const folder = await mkdtemp(join(tmpdir(), 'metarun-test-'));
    const { METARUN_STORAGE_BUCKET: _, ...noBucket } = s3.settings;
    const nameless = await refusedStart(noBucket);
    expect(nameless.stderr).toContain('METARUN_STORAGE_BUCKET is not set');
    const missing = await refusedStart({
      ...s3.settings,
      METARUN_DATA_DIR: folder,
      METARUN_STORAGE_BUCKET: 'not-there',
    });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('the bucket "not-there"');
    expect(missing.stderr).toContain('NoSuchBucket');
    expect(missing.stderr).not.toContain(s3.secretAccessKey);
    await s3.stop();
    await rm(folder, { recursive: true });
  });
});
