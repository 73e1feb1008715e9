import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Entry,
  readEntry,
  readStatusAndCode,
  FilesClient,
  type Problem,
} from '../support/files-client.js';
import { streamed } from '../support/large-uploads.js';
import { type TestServer } from '../support/server.js';

const MIB = 1024 * 1024;
type Part = [name: string, value: string | Blob, filename?: string];

let server: TestServer;
let files: FilesClient;
beforeAll(async () => {
  server = await sharedServer();
  files = new FilesClient(server, server.apiKey);
});
afterAll(() => server.stop());

function part(name: string, content: string): Part {
  return ['file', new Blob([content]), name];
}

async function stored(): Promise<number> {
  const entries = await readdir(join(server.dataDir, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
}

describe('several files in one request', () => {
  it('several files in one request are all stored and answered in order', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `${(n * 7) % 40}.txt`);
    const answer = await files.upload([
      ['dir_path', 'new/dir/'],
      ...names.map((name) => part(name, `content of ${name}`)),
    ]);
    expect(answer.status).toBe(201);
    const entries = (await answer.json()) as Entry[];
    expect(entries.map(({ path }) => path)).toEqual(names.map((name) => `/new/dir/${name}`));
    for (const name of names)
      expect((await readEntry(files.read(`/new/dir/${name}`))).content).toBe(`content of ${name}`);
  });

  it('an upload of 1,000 files keeps names in any script, and one of 1,001 is refused', async () => {
    const scripts = ['отчёт', '報告書', 'تقرير', 'रिपोर्ट', 'דוח', 'αναφορά', '👩‍🚀', 'a b;%41', 'é'];
    const names = Array.from(
      { length: 1000 },
      (_, n) => `${scripts[n % scripts.length] ?? ''} ${n}`,
    );
    const answer = await files.upload([
      ['dir_path', '/папка'],
      ...names.map((name) => part(name, name)),
    ]);
    const entries = (await answer.json()) as Entry[];
    expect(entries.map(({ name }) => name)).toEqual(names.map((name) => name.normalize('NFC')));
    const some = entries.filter((_, n) => n % 97 === 0);
    for (const [n, { path }] of some.entries())
      expect(await (await files.raw(path)).text()).toBe(names[n * 97]);
    const more = await files.upload(Array.from({ length: 1001 }, (_, n) => part(`${n}`, 'x')));
    expect(await readStatusAndCode(more)).toBe('422 validation_failed');
  });

  it('no file of a request is stored if one of them is refused', async () => {
    await files.put('/all/there.txt', 'there');
    await files.put('/all/dir/x', 'x');
    const before = await stored();
    const refused = async (parts: Part[], headers = {}): Promise<string> =>
      readStatusAndCode(files.upload([['dir_path', '/all'], part('1', 'one'), ...parts], headers));
    expect(await refused([part('dir', 'x')])).toBe('409 conflict');
    expect(await refused([part('..', 'x')])).toBe('422 invalid_path');
    expect(await refused([part('1', 'twice')])).toBe('422 validation_failed');
    expect(await refused([part('e\u0301', 'x'), part('\u00e9', 'x')])).toBe(
      '422 validation_failed',
    );
    expect(await refused([part('there.txt', 'x')], { 'if-none-match': '*' })).toBe(
      '412 precondition_failed',
    );
    expect(await refused([part('there.txt', 'x')], { 'if-match': '*' })).toBe(
      '412 precondition_failed',
    );
    expect(await refused([['ws', 'nowhere']])).toBe('422 validation_failed');
    expect(await files.paths('/all', '&recursive=true')).toEqual([
      '/all/dir',
      '/all/dir/x',
      '/all/there.txt',
    ]);
    expect(await stored()).toBe(before);
  });

  it('no file of a request is stored if they exceed the quota together', async () => {
    const { body } = await server.call<{ id: string }>('POST', '/projects/default/workspaces', {
      body: { name: 'Ten bytes', quota_bytes: 10 },
    });
    const ws: Part = ['ws', body.id];
    const six = [part('1', '123'), part('2', '456'), ws];
    expect((await files.upload(six)).status).toBe(201);
    const answer = await files.upload([part('3', '123'), part('4', '45'), ws]);
    expect(answer.status).toBe(413);
    expect(((await answer.json()) as Problem).detail).toContain('holds 6 of 10 bytes');
    expect(await files.paths('/', `&ws=${body.id}`)).toEqual(['/1', '/2']);
  });
});

describe('an upload', () => {
  it('an upload of one file is answered with its entry and its ETag', async () => {
    const answer = await files.upload([part('one.txt', 'x')]);
    const entry = await readEntry(answer);
    expect(entry.path).toBe('/one.txt');
    expect(answer.headers.get('etag')).toBe(entry.etag);
  });

  it('an upload creates a new version unless If-Match or If-None-Match refuses it', async () => {
    const parts = (content: string): Part[] => [part('conflict.txt', content)];
    expect((await files.upload(parts('one'), { 'if-none-match': '*' })).status).toBe(201);
    expect(await readStatusAndCode(files.upload(parts('two'), { 'if-none-match': '*' }))).toBe(
      '412 precondition_failed',
    );
    const [present] = await files.versions('/conflict.txt');
    expect((await files.upload(parts('two'), { 'if-match': present?.etag ?? '' })).status).toBe(
      201,
    );
    expect(
      await readStatusAndCode(files.upload(parts('3'), { 'if-match': present?.etag ?? '' })),
    ).toBe('412 precondition_failed');
    expect(await files.versions('/conflict.txt')).toHaveLength(2);
  });

  it('an upload is invisible until it is complete', async () => {
    const body = randomBytes(MIB);
    const upload = streamed(server, 'slow.bin', body.length);
    await upload.write(body.subarray(0, MIB / 2));
    expect(await readStatusAndCode(files.raw('/slow.bin'))).toBe('404 not_found');
    await upload.write(body.subarray(MIB / 2));
    expect(await upload.end()).toBe(201);
    const back = Buffer.from(await (await files.raw('/slow.bin')).arrayBuffer());
    expect(back.equals(body)).toBe(true);
  });
});
