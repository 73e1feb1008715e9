import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Entry,
  readEntry,
  readStatusAndCode,
  FilesClient,
  type Problem,
} from '../support/files-client.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

describe('files', () => {
  let server: TestServer;
  let files: FilesClient;

  beforeAll(async () => {
    server = await sharedServer();
    files = new FilesClient(server, server.apiKey);
  });
  afterAll(() => server.stop());

  it('a file can be written, read and replaced', async () => {
    const written = await files.put('/notes/today.md', '# Today\n');
    expect(written.status).toBe(201);
    const entry = await readEntry(written);
    expect(entry).toEqual({
      path: '/notes/today.md',
      name: 'today.md',
      type: 'file',
      size: 8,
      mime_type: 'text/markdown; charset=utf-8',
      etag: written.headers.get('etag'),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: entry.created_at,
      converted_from: null,
      original: null,
      synced_as: null,
      conversion: null,
      written_by: { kind: 'api_key', id: expect.any(String), name: 'tests' },
    });
    const replaced = await files.put('notes/today.md', 'Grüße 👋');
    expect(replaced.status).toBe(200);
    expect(await readEntry(files.read('/notes/today.md'))).toMatchObject({
      path: '/notes/today.md',
      created_at: entry.created_at,
      content: 'Grüße 👋',
      encoding: 'utf-8',
      size: 12,
    });
  });

  it('binary content and an empty file are kept', async () => {
    const bytes = Buffer.from([0xff, 0, 0xc0, 0x80]);
    await files.put('/bytes.bin', bytes.toString('base64'), { encoding: 'base64' });
    expect(await readEntry(files.read('/bytes.bin'))).toMatchObject({
      content: bytes.toString('base64'),
      encoding: 'base64',
      size: 4,
    });
    await files.put('/empty', '');
    expect(await readEntry(files.read('/empty'))).toMatchObject({ content: '', size: 0 });
    expect((await (await files.raw('/empty')).arrayBuffer()).byteLength).toBe(0);
  });

  it('a list shows directories first, then files by name, in pages', async () => {
    for (const path of ['b.txt', 'a.txt', 'Z.txt', 'z/1', 'ä/1', 'c-d/e/1', 'c/1'])
      await files.put(`/list/${path}`, 'x');
    const all = ['c', 'c-d', 'z', 'ä', 'Z.txt', 'a.txt', 'b.txt'].map((name) => `/list/${name}`);
    expect(await files.paths('/list')).toEqual(all);
    const seen: string[] = [];
    let next: string | undefined =
      `${server.url}/external/v1/projects/default/files?path=/list&limit=3`;
    while (next !== undefined) {
      const page = await fetch(next, { headers: { authorization: `Bearer ${server.apiKey}` } });
      seen.push(...((await page.json()) as Entry[]).map((entry) => entry.path));
      const link = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      next = link === undefined ? undefined : new URL(link, server.url).href;
    }
    expect(seen).toEqual(all);
    expect(await files.paths('/list/c-d', '&recursive=true')).toEqual([
      '/list/c-d/e',
      '/list/c-d/e/1',
    ]);
    expect((await files.paths('/list', '&recursive=true')).length).toBe(12);
    expect(await files.paths('/')).toContain('/list');
  });

  it.each([
    ['?path=/nowhere', '404 not_found', ''],
    ['?path=/file', '422 invalid_path', 'is a file'],
    ['?limit=0', '422 validation_failed', 'limit must be a whole number from 1 to 1000'],
    ['?limit=1001', '422 validation_failed', 'limit'],
    ['?limit=ten', '422 validation_failed', 'limit'],
    ['?recursive=maybe', '422 validation_failed', 'recursive must be true or false'],
    ['?path=/&path=/a', '422 validation_failed', 'path'],
    ['?cursor=xyz', '422 validation_failed', 'cursor'],
    [
      `?cursor=${Buffer.from('["a\\u0000","b"]').toString('base64url')}`,
      '422 validation_failed',
      '',
    ],
    ['?sort=name', '422 validation_failed', 'sort'],
    ['?ws=1', '422 validation_failed', 'ws'],
    ['/content?path=/dir', '422 invalid_path', 'is a directory'],
    ['/content?path=/', '422 invalid_path', 'is a directory'],
    ['/content?path=/dir/none', '404 not_found', ''],
    ['/content', '422 validation_failed', 'path'],
    ['/raw?path=/dir', '422 invalid_path', 'is a directory'],
    ['/raw?path=/file&original=true', '422 validation_failed', 'not converted'],
  ])('the request GET files%s is answered with %s', async (path, expected, words) => {
    await files.put('/file', 'x');
    await files.put('/dir/file', 'x');
    const response = await files.fetch(path);
    const problem = (await response.json()) as Problem;
    expect(`${response.status} ${problem.code}`).toBe(expected);
    expect(problem.detail).toContain(words);
  });

  it.each([
    [{ path: '/x' }, '422 validation_failed'],
    [{ path: 7, content: 'x' }, '422 validation_failed'],
    [{ path: '/x', content: 'x', mode: 1 }, '422 validation_failed'],
    [{ path: '/x', content: 'x', encoding: 'latin1' }, '422 validation_failed'],
    [{ path: '/x', content: 'a', encoding: 'base64' }, '422 validation_failed'],
    [{ path: '/x', content: '*===', encoding: 'base64' }, '422 validation_failed'],
    [{ path: '/x', content: 'x', ws: 'default' }, '422 validation_failed'],
    [{ path: '/', content: 'x' }, '409 conflict'],
  ])('a PUT of %j is answered with %s', async (body, expected) => {
    expect(await readStatusAndCode(files.json('PUT', '/content', body))).toBe(expected);
  });

  it('a file and a directory never replace each other', async () => {
    await files.put('/a/b', 'x');
    expect(await readStatusAndCode(files.put('/a', 'x'))).toBe('409 conflict');
    expect(await readStatusAndCode(files.put('/a/b/c/d', 'x'))).toBe('409 conflict');
    expect(await files.paths('/a', '&recursive=true')).toEqual(['/a/b']);
  });

  it('writes and deletions honour If-Match and If-None-Match', async () => {
    const { etag } = await readEntry(files.put('/if', 'one', {}, { 'if-none-match': '*' }));
    expect(await readStatusAndCode(files.put('/if', 'two', {}, { 'if-none-match': '*' }))).toBe(
      '412 precondition_failed',
    );
    expect(await readStatusAndCode(files.put('/if', 'two', {}, { 'if-match': '"other"' }))).toBe(
      '412 precondition_failed',
    );
    expect(await readStatusAndCode(files.put('/new', 'x', {}, { 'if-match': '*' }))).toBe(
      '412 precondition_failed',
    );
    expect((await files.put('/if', 'two', {}, { 'if-match': String(etag) })).status).toBe(200);
    const stale = { method: 'DELETE', headers: { 'if-match': String(etag) } };
    expect(await readStatusAndCode(files.fetch('?path=/if', stale))).toBe(
      '412 precondition_failed',
    );
  });

  it('a deletion removes a directory with everything in it, but never the root', async () => {
    await files.put('/del/a/1', 'x');
    await files.put('/del/b', 'x');
    await files.put('/del-not', 'x');
    const response = await files.remove('/del');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await readStatusAndCode(files.remove('/del'))).toBe('404 not_found');
    expect(await readStatusAndCode(files.read('/del/a/1'))).toBe('404 not_found');
    expect((await files.remove('/del-not')).status).toBe(204);
    expect(await readStatusAndCode(files.remove('/'))).toBe('422 invalid_path');
    expect(await readStatusAndCode(files.remove('/./'))).toBe('422 invalid_path');
  });

  it('a move takes a directory with everything in it, and a renamed file gets its new type', async () => {
    await files.put('/from/ü/one.txt', 'one');
    await files.put('/from/two.md', 'two');
    await files.put('/from-not/x', 'x');
    expect(await readEntry(files.move('/from', '/deep/er/to'))).toMatchObject({
      path: '/deep/er/to',
    });
    expect(await files.paths('/deep/er/to', '&recursive=true')).toEqual([
      '/deep/er/to/two.md',
      '/deep/er/to/ü',
      '/deep/er/to/ü/one.txt',
    ]);
    expect(await readEntry(files.read('/deep/er/to/ü/one.txt'))).toMatchObject({ content: 'one' });
    expect(await files.paths('/from-not')).toEqual(['/from-not/x']);
    expect(await readStatusAndCode(files.fetch('?path=/from'))).toBe('404 not_found');
    const renamed = await readEntry(files.move('/deep/er/to/two.md', '/two.json'));
    expect(renamed).toMatchObject({
      name: 'two.json',
      mime_type: 'application/json; charset=utf-8',
    });
  });

  it('invalid moves are refused and change nothing', async () => {
    await files.put('/m/d/1', 'x');
    await files.put('/m/2', 'x');
    expect(await readStatusAndCode(files.move('/m/none', '/m/3'))).toBe('404 not_found');
    expect(await readStatusAndCode(files.move('/m/d', '/m/2'))).toBe('409 conflict');
    expect(await readStatusAndCode(files.move('/m/2', '/m/2'))).toBe('409 conflict');
    expect(await readStatusAndCode(files.move('/m/2', '/'))).toBe('409 conflict');
    expect(await readStatusAndCode(files.move('/m', '/m/d/e'))).toBe('422 validation_failed');
    expect(await readStatusAndCode(files.move('/', '/m/x'))).toBe('422 validation_failed');
    expect(await readStatusAndCode(files.move('/m/d', '/m/2/d'))).toBe('409 conflict');
    await files.put(`${'/l'.repeat(60)}/x`, 'x');
    expect(await readStatusAndCode(files.move('/l', '/m/l/l/l/l'))).toBe('422 invalid_path');
    expect(await files.paths('/m', '&recursive=true')).toEqual(['/m/2', '/m/d', '/m/d/1']);
  });

  it('100 concurrent writers leave one whole file, and readers never see a torn one', async () => {
    const contents = Array.from({ length: 100 }, (_, index) => `${index}:`.repeat(500));
    const writes = contents.map((content) => files.put('/race/one.txt', content));
    const reads = contents.map(() => files.read('/race/one.txt'));
    const statuses = (await Promise.all(writes))
      .map((response) => response.status)
      .toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(99).fill(200), 201]);
    for (const response of await Promise.all(reads))
      if (response.status === 200) expect(contents).toContain((await readEntry(response)).content);
      else expect(response.status).toBe(404);
    expect(await files.paths('/race')).toEqual(['/race/one.txt']);
    expect(contents).toContain((await readEntry(files.read('/race/one.txt'))).content);
  });

  it('concurrent writers create a shared new directory only once', async () => {
    const names = Array.from(
      { length: 50 },
      (_, index) => `/new/dir/${String(index).padStart(2, '0')}`,
    );
    const made = await Promise.all(names.map((name) => files.put(name, name)));
    expect(new Set(made.map((response) => response.status))).toEqual(new Set([201]));
    expect(await files.paths('/new/dir')).toEqual(names);
    expect(await files.paths('/new')).toEqual(['/new/dir']);
  });

  it('concurrent writes, moves and deletions leave a consistent tree', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        if (index % 3 === 0) return files.put(`/mix/${index}/f`, 'x');
        return index % 3 === 1 ? files.move('/mix', `/mixed-${index}`) : files.remove('/mix');
      }),
    );
    for (const answer of answers) expect(answer.status).toBeLessThan(500);
    const left = await files.paths('/', '&recursive=true&limit=1000');
    for (const path of left.filter((name) => name.startsWith('/mix')))
      expect(
        path.lastIndexOf('/') === 0 || left.includes(path.slice(0, path.lastIndexOf('/'))),
      ).toBe(true);
  });
});
