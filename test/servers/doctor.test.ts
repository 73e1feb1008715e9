import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../support/files-client.js';
import { startS3 } from '../support/s3-server.js';
import { startServer, type TestServer } from '../support/server.js';
import { CLI } from '../support/server-process.js';

declare const DATABASE: 'sqlite' | 'postgres';

const run = promisify(execFile);

interface Outcome {
  ok: boolean;
  checks: { name: string; status: string; detail: string }[];
  storage: {
    files: number;
    bytes: number;
    missing: number;
    damaged: number;
    unreadable: number;
    orphans: number;
    problems: { kind: string; path: string; detail: string }[];
    orphan_ids: string[];
  } | null;
  error: string | null;
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

async function doctor(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const command = [CLI, 'doctor', ...args];
  const ended = await run(process.execPath, command, { env }).catch((error: unknown) => error);
  return { code: 0, ...(ended as Partial<Ended>) } as Ended;
}

async function runDoctor(env: Record<string, string>, code: number): Promise<Outcome> {
  const ended = await doctor(env, '--storage', '--json');
  expect([ended.code, ended.stderr]).toEqual([code, expect.not.stringMatching(/[Ee]rror/)]);
  return JSON.parse(ended.stdout) as Outcome;
}

describe('metarun doctor beside a running server', () => {
  let server: TestServer;
  let files: FilesClient;

  beforeAll(async () => {
    server = await startServer();
    files = new FilesClient(server, server.apiKey);
    for (const name of ['sound', 'gone', 'flipped', 'cut', 'same'])
      await files.put(`/docs/${name}.md`, `The content of ${name}.`);
    await files.put('/copy of same.md', 'The content of same.');
    await files.put('/empty', '');
  });
  afterAll(() => server.stop());

  /** Returns the path of the blob that has this content. */
  function findBlobPath(content: string): string {
    const root = join(server.dataDir, 'blobs');
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => join(root, name))
      .find((path) => statSync(path).isFile() && readFileSync(path, 'utf8') === content);
    if (found === undefined) throw new Error(`no blob holds ${content}`);
    return found;
  }

  it('metarun doctor reports no problem of a sound installation and lists its checks', async () => {
    const { code, stdout, stderr } = await doctor(server.env, '--storage');
    expect([code, stderr]).toEqual([0, '']);
    const names = [
      'node',
      'settings',
      'data folder',
      'disk',
      'database',
      'sandbox',
      'scans',
      'storage',
    ];
    for (const name of names) expect(stdout).toMatch(new RegExp(`^(ok|warning) +${name}: `, 'm'));
    expect(stdout).toContain('7 files with 123 bytes read: 0 missing, 0 damaged, 0 unreadable');
    const { code: quick, stdout: shown } = await doctor(server.env);
    expect([quick, shown.includes('contents')]).toEqual([0, false]);
  });

  it('metarun doctor --storage names every missing or damaged content', async () => {
    rmSync(findBlobPath('The content of gone.'));
    writeFileSync(findBlobPath('The content of flipped.'), 'The content of flippeD.');
    truncateSync(findBlobPath('The content of cut.'), 5);
    rmSync(findBlobPath('The content of same.'));
    const first = await doctor(server.env, '--storage');
    expect(first.code).toBe(1);
    expect(first.stdout).toContain('missing: "/docs/gone.md" of workspace ');
    const { ok, storage } = await runDoctor(server.env, 1);
    expect(ok).toBe(false);
    expect(storage).toMatchObject({ files: 7, missing: 2, damaged: 2, unreadable: 0, orphans: 0 });
    const byPath = new Map(storage?.problems.map((problem) => [problem.path, problem]));
    expect(byPath.get('/docs/gone.md')).toMatchObject({ kind: 'missing' });
    expect(byPath.get('/docs/flipped.md')).toMatchObject({
      kind: 'damaged',
      detail: expect.stringMatching(/^its checksum is "[0-9a-f]{32}" instead of/),
    });
    expect(byPath.get('/docs/cut.md')).toMatchObject({
      kind: 'damaged',
      detail: 'it has 5 bytes instead of 19',
    });
    // Only one of two files with equal content is damaged, since each has its own blob.
    expect(byPath.has('/docs/same.md')).not.toBe(byPath.has('/copy of same.md'));
  });

  it('files that are stored again are sound once their damaged versions are dropped', async () => {
    for (const name of ['gone', 'flipped', 'cut', 'same'])
      await files.put(`/docs/${name}.md`, `The content of ${name}.`);
    await files.put('/copy of same.md', 'The content of same.');
    const replaced = (await runDoctor(server.env, 1)).storage;
    expect(replaced).toMatchObject({ files: 12, missing: 2, damaged: 2 });
    const version = (await files.versions('/docs/gone.md')).at(-1)?.id;
    expect(replaced?.problems).toContainEqual(
      expect.objectContaining({ kind: 'missing', path: '/docs/gone.md', version }),
    );
    for (const path of ['gone', 'flipped', 'cut', 'same'].map((name) => `/docs/${name}.md`))
      await files.dropVersions(path);
    await files.dropVersions('/copy of same.md');
    expect((await runDoctor(server.env, 0)).storage).toMatchObject({
      files: 7,
      missing: 0,
      damaged: 0,
    });
  });

  it('metarun doctor reports only old contents that no file names, without failing', async () => {
    const folder = join(
      server.dataDir,
      'blobs',
      readdirSync(join(server.dataDir, 'blobs'))[0] ?? '',
    );
    const old = 'ab111111-1111-4111-8111-111111111111';
    const young = 'ab111111-1111-4111-8111-111111111112';
    for (const id of [old, young]) writeFileSync(join(folder, id), 'left');
    utimesSync(join(folder, old), 1, 1);
    const { ok, storage } = await runDoctor(server.env, 0);
    expect(ok).toBe(true);
    expect(storage).toMatchObject({ orphans: 1, orphan_ids: [old] });
  });

  it('metarun doctor reports no problem while a server is writing', async () => {
    let writing = true;
    const writes = (async () => {
      for (let round = 0; writing; round += 1) {
        await files.put(`/busy/${round % 20}`, `round ${round}`);
        await files.remove(`/busy/${(round + 7) % 20}`);
      }
      return true;
    })();
    expect(await runDoctor(server.env, 0)).toMatchObject({ ok: true });
    writing = false;
    await writes;
  });
});

// These tests do not depend on the database.
if (DATABASE === 'sqlite')
  describe('metarun doctor', () => {
    it('metarun doctor reads the contents in an S3 bucket', async () => {
      const s3 = await startS3();
      const server = await startServer(s3.settings);
      const files = new FilesClient(server, server.apiKey);
      await files.put('/one.md', 'one');
      await files.put('/two.md', 'two');
      expect((await runDoctor(server.env, 0)).storage).toMatchObject({ files: 2, bytes: 6 });
      s3.failure = ({ method, path }) =>
        method === 'GET' && !path.includes('list-type') ? { status: 404, code: 'NoSuchKey' } : null;
      expect((await runDoctor(server.env, 1)).storage).toMatchObject({ files: 2, missing: 2 });
      await s3.down();
      const { error, checks } = await runDoctor(server.env, 2);
      expect(error).toContain('ECONNREFUSED');
      expect(checks.find(({ name }) => name === 'storage')).toMatchObject({ status: 'failed' });
      await s3.up();
      await server.stop();
      await s3.stop();
    });

    it('metarun doctor reports a missing installation and an invalid setting', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'metarun-test-'));
      const env = { PATH: process.env['PATH'] ?? '', METARUN_DATA_DIR: folder };
      const empty = await runDoctor(env, 2);
      expect(empty.error).toContain('There is no database');
      expect(empty.checks.find(({ name }) => name === 'database')).toMatchObject({
        status: 'failed',
      });
      const { code, stdout } = await doctor({ ...env, METARUN_PORT: 'x' });
      expect([code, stdout]).toEqual([1, expect.stringContaining('METARUN_PORT is "x"')]);
      rmSync(folder, { recursive: true });
    });
  });
