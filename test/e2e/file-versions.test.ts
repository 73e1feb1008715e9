import { createHash } from 'node:crypto';
import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  readEntry,
  readStatusAndCode,
  FilesClient,
  type Version,
} from '../support/files-client.js';
import type { TestServer } from '../support/server.js';

const UNKNOWN = '01890000-0000-7000-8000-000000000000.1';

let server: TestServer;
let files: FilesClient;
beforeAll(async () => {
  server = await sharedServer();
  files = new FilesClient(server, server.apiKey);
});
afterAll(() => server.stop());

async function loadVersionText({ id }: Pick<Version, 'id'>): Promise<string> {
  const response = await files.version(id);
  expect(response.status).toBe(200);
  return response.text();
}

async function loadContent(path: string): Promise<string> {
  return (await readEntry(files.read(path))).content;
}

async function only(path: string): Promise<Version> {
  const [deleted, ...others] = await files.deleted(path);
  if (!deleted || others.length > 0) throw new Error(`not one deleted file at ${path}`);
  return deleted;
}

describe('versions of a file', () => {
  it('every overwrite keeps the previous content as a readable version', async () => {
    for (const content of ['one', 'two', 'three']) await files.put('/v/a.txt', content);
    const versions = await files.versions('/v/a.txt');
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(await Promise.all(versions.map(loadVersionText))).toEqual(['three', 'two', 'one']);
    expect(versions[0]).toMatchObject({ ended_at: null, ended_by: null, path: '/v/a.txt' });
    expect(versions[1]).toEqual({
      id: expect.any(String),
      version: 2,
      path: '/v/a.txt',
      name: 'a.txt',
      size: 3,
      mime_type: 'text/plain; charset=utf-8',
      etag: `"${createHash('sha256').update('two').digest('hex').slice(0, 32)}"`,
      updated_at: expect.stringMatching(/Z$/),
      converted_from: null,
      ended_at: expect.stringMatching(/Z$/),
      ended_by: 'replaced',
    });
  });

  it('versions keep their ids and are served like files, with ranges and conditions', async () => {
    await files.put('/v/served.txt', '0123456789');
    const [present] = await files.versions('/v/served.txt');
    const { id = '', etag = '' } = present ?? {};
    await files.put('/v/served.txt', 'replaced');
    const part = await files.version(id, { range: 'bytes=2-4' });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect((await files.version(id, { 'if-none-match': etag })).status).toBe(304);
    expect(await readStatusAndCode(files.version(id, { 'if-match': '"x"' }))).toBe(
      '412 precondition_failed',
    );
    const whole = await files.version(id);
    expect([whole.headers.get('etag'), await whole.text()]).toEqual([etag, '0123456789']);
    expect(whole.headers.get('content-disposition')).toContain('served.txt');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('versions are listed in pages, newest first', async () => {
    for (let n = 1; n <= 5; n += 1) await files.put('/v/paged', String(n));
    const seen: number[] = [];
    let next: string | undefined = '/versions?path=/v/paged&limit=2';
    while (next !== undefined) {
      const page = await files.fetch(next);
      seen.push(...((await page.json()) as Version[]).map(({ version }) => version));
      next = /files(\/versions\?[^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  it('versions follow a moved file and stay behind when it is copied', async () => {
    await files.put('/v/from/f.txt', 'one');
    await files.put('/v/from/f.txt', 'two');
    await files.move('/v/from', '/v/to');
    expect((await files.versions('/v/to/f.txt')).map(({ path }) => path)).toEqual([
      '/v/to/f.txt',
      '/v/from/f.txt',
    ]);
    expect(await readStatusAndCode(files.fetch('/versions?path=/v/from/f.txt'))).toBe(
      '404 not_found',
    );
    await files.copy('/v/to/f.txt', '/v/copy.txt');
    const versions = await files.versions('/v/copy.txt');
    expect(versions.map(({ version }) => version)).toEqual([1]);
    expect(await loadContent('/v/copy.txt')).toBe('two');
  });

  it('a restored version becomes a further version', async () => {
    for (const content of ['good', 'bad']) await files.put('/v/r.txt', content);
    const [, good] = await files.versions('/v/r.txt');
    const restored = await files.restore(good?.id ?? '');
    expect(restored.status).toBe(200);
    expect(restored.headers.get('etag')).toBe(good?.etag);
    expect(await loadContent('/v/r.txt')).toBe('good');
    const after = await files.versions('/v/r.txt');
    expect(await Promise.all(after.map(loadVersionText))).toEqual(['good', 'bad', 'good']);
    // Two versions now share this content: deleting one keeps the content of the other.
    await files.fetch('/versions?path=/v/r.txt', { method: 'DELETE' });
    expect(await loadContent('/v/r.txt')).toBe('good');
    expect((await files.versions('/v/r.txt')).map(({ version }) => version)).toEqual([3]);
  });

  it('a version can be restored to another path without changing the file it came from', async () => {
    for (const content of ['one', 'two']) await files.put('/v/there.txt', content);
    const [present, one] = await files.versions('/v/there.txt');
    const made = await files.restore(one?.id ?? '', { to: '/v/new/one.md' });
    expect(made.status).toBe(201);
    expect(await readEntry(made)).toMatchObject({
      path: '/v/new/one.md',
      mime_type: 'text/markdown; charset=utf-8',
    });
    expect(await loadContent('/v/new/one.md')).toBe('one');
    expect((await files.restore(present?.id ?? '')).status).toBe(200);
    expect(await files.versions('/v/there.txt')).toHaveLength(2);
    expect((await files.restore(present?.id ?? '', { to: '/v/new/one.md' })).status).toBe(200);
    expect(await loadContent('/v/new/one.md')).toBe('two');
  });

  it('a restore honours conditions and never replaces a directory', async () => {
    for (const content of ['one', 'two']) await files.put('/v/c.txt', content);
    await files.put('/v/dir/x', 'x');
    const [, one] = await files.versions('/v/c.txt');
    const id = one?.id ?? '';
    const refused = async (body: object, headers = {}): Promise<string> =>
      readStatusAndCode(files.restore(id, body, headers));
    expect(await refused({}, { 'if-match': '"old"' })).toBe('412 precondition_failed');
    expect(await refused({}, { 'if-none-match': '*' })).toBe('412 precondition_failed');
    expect(await refused({ to: '/v/dir' })).toBe('409 conflict');
    expect(await refused({ to: '/v/c.txt/below' })).toBe('409 conflict');
    expect(await refused({ to: '/' })).toBe('409 conflict');
    expect(await refused({ to: '/../x' })).toBe('422 invalid_path');
    expect(await refused({ to: 7 })).toBe('422 validation_failed');
    expect(await refused({ path: '/x' })).toBe('422 validation_failed');
    expect(await loadContent('/v/c.txt')).toBe('two');
    const bare = await files.fetch(`/versions/${id}/restore`, { method: 'POST' });
    expect(bare.status).toBe(200);
  });

  it.each([
    ['/versions?path=/nowhere', '404 not_found'],
    ['/versions?path=/v', '422 invalid_path'],
    ['/versions?path=/', '422 invalid_path'],
    ['/versions', '422 validation_failed'],
    ['/versions?path=/v/a.txt&cursor=x', '422 validation_failed'],
    [
      `/versions?path=/v/a.txt&cursor=${Buffer.from('["x"]').toString('base64url')}`,
      '422 validation_failed',
    ],
    ['/versions?path=/v/a.txt&limit=0', '422 validation_failed'],
    ['/deleted?cursor=x', '422 validation_failed'],
    ['/deleted?path=..', '422 invalid_path'],
    ['/versions/1/raw', '404 not_found'],
    [`/versions/${UNKNOWN}/raw`, '404 not_found'],
  ])('the request GET files%s is answered with %s', async (path, expected) => {
    await files.put('/v/a.txt', 'x');
    expect(await readStatusAndCode(files.fetch(path))).toBe(expected);
  });

  it('versions of another project answer word for word like unknown ones', async () => {
    await files.put('/v/own.txt', 'x');
    const [own] = await files.versions('/v/own.txt');
    await server.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
    const other = new FilesClient(server, server.adminToken, 'other');
    for (const ask of [
      (id: string) => other.version(id),
      (id: string) => other.restore(id),
      (id: string) => other.restore(id, { to: '/stolen' }),
    ]) {
      const answerFor = async (id: string): Promise<unknown> => {
        const text = await (await ask(id)).text();
        return { ...(JSON.parse(text.replaceAll(id, 'ID')) as object), request_id: '' };
      };
      const answer = await answerFor(own?.id ?? '');
      expect(answer).toEqual(await answerFor(UNKNOWN));
      expect(answer).toMatchObject({ status: 404, code: 'not_found' });
    }
  });
});

describe('deleted files', () => {
  it('deleted files are listed with their old paths and can be restored', async () => {
    await files.put('/d/x/one.txt', 'one');
    await files.put('/d/x/ü.txt', 'two');
    await files.put('/d/kept.txt', 'kept');
    await files.remove('/d/x');
    const deleted = await files.deleted('/d');
    expect(deleted.map(({ path, ended_by }) => [path, ended_by])).toEqual([
      ['/d/x/one.txt', 'deleted'],
      ['/d/x/ü.txt', 'deleted'],
    ]);
    const restored = await files.restore(deleted[1]?.id ?? '');
    expect(restored.status).toBe(201);
    expect(await loadContent('/d/x/ü.txt')).toBe('two');
    expect((await files.deleted('/d')).map(({ path }) => path)).toEqual(['/d/x/one.txt']);
    expect((await files.versions('/d/x/ü.txt')).map((v) => [v.version, v.ended_by])).toEqual([
      [2, null],
      [1, 'deleted'],
    ]);
  });

  it('deleted files are listed in pages, sorted by path', async () => {
    for (const name of ['c', 'a', 'b']) await files.put(`/d/pages/${name}`, name);
    await files.remove('/d/pages');
    const first = await files.fetch('/deleted?path=/d/pages&limit=2');
    const next = /files(\/deleted\?[^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await files.fetch(next);
    const pages = [await first.json(), await second.json()] as Version[][];
    expect(pages.map((page) => page.map(({ path }) => path))).toEqual([
      ['/d/pages/a', '/d/pages/b'],
      ['/d/pages/c'],
    ]);
    expect(second.headers.get('link')).toBeNull();
  });

  it('a file recreated at a deleted path inherits the deleted versions', async () => {
    for (const content of ['one', 'two']) await files.put('/d/again.txt', content);
    await files.remove('/d/again.txt');
    await files.put('/d/again.txt', 'three');
    expect(await files.deleted('/d/again.txt')).toEqual([]);
    const versions = await files.versions('/d/again.txt');
    expect(versions.map(({ version, ended_by }) => [version, ended_by])).toEqual([
      [3, null],
      [2, 'deleted'],
      [1, 'replaced'],
    ]);
    await files.remove('/d/again.txt');
    expect((await only('/d/again.txt')).version).toBe(3);
    expect(await files.versions('/d/again.txt')).toHaveLength(3);
  });

  it('a deleted file stays separate from another file moved to its path', async () => {
    await files.put('/d/place.txt', 'first');
    await files.remove('/d/place.txt');
    await files.put('/d/other.txt', 'second');
    await files.move('/d/other.txt', '/d/place.txt');
    expect(await files.versions('/d/place.txt')).toHaveLength(1);
    const first = await only('/d/place.txt');
    expect(await readStatusAndCode(files.restore(first.id))).toBe('409 conflict');
    expect((await files.restore(first.id, { to: '/d/elsewhere.txt' })).status).toBe(201);
    expect(await loadContent('/d/elsewhere.txt')).toBe('first');
    expect(await loadContent('/d/place.txt')).toBe('second');
  });

  it('a deleted file is not restored below a path that is now a file', async () => {
    await files.put('/d/was/dir/f', 'x');
    await files.remove('/d/was');
    await files.put('/d/was', 'a file');
    expect(await readStatusAndCode(files.restore((await only('/d/was/dir/f')).id))).toBe(
      '409 conflict',
    );
  });

  it('deleted files and old versions below a directory can be dropped permanently', async () => {
    await files.put('/d/drop/secret', 'one');
    await files.put('/d/drop/secret', 'two');
    await files.put('/d/drop/there', 'old');
    await files.put('/d/drop/there', 'new');
    await files.remove('/d/drop/secret');
    const { id } = await only('/d/drop/secret');
    const answer = await files.fetch('/versions?path=/d/drop', { method: 'DELETE' });
    expect([answer.status, await answer.json()]).toEqual([200, { dropped: 3 }]);
    expect(await readStatusAndCode(files.version(id))).toBe('404 not_found');
    expect(await readStatusAndCode(files.restore(id))).toBe('404 not_found');
    expect(await files.deleted('/d/drop')).toEqual([]);
    expect(await loadContent('/d/drop/there')).toBe('new');
  });
});

describe('200 writers of one file', () => {
  it('200 concurrent writes leave 200 whole versions, and readers never see a torn file', async () => {
    const contents = Array.from({ length: 200 }, (_, n) => `${n}|`.repeat(20_000 + n));
    const sums = new Set(contents.map(computeEtag));
    let writing = true;
    const readers = Array.from({ length: 4 }, async () => {
      let read = 0;
      while (writing) {
        const answer = await files.raw('/race.txt');
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status === 404) continue;
        expect(computeEtag(bytes)).toBe(answer.headers.get('etag'));
        expect(sums).toContain(computeEtag(bytes));
        read += 1;
      }
      return read;
    });
    const answers = await Promise.all(contents.map((content) => files.put('/race.txt', content)));
    writing = false;
    expect((await Promise.all(readers)).reduce((all, read) => all + read, 0)).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(199);
    const versions = await files.versions('/race.txt');
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 200 }, (_, n) => 200 - n),
    );
    expect(new Set(versions.map(({ etag }) => etag))).toEqual(sums);
    for (const version of versions)
      expect(computeEtag(await loadVersionText(version))).toBe(version.etag);
  });
});

function computeEtag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
}
