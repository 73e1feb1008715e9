import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEntry, readStatusAndCode, FilesClient } from '../support/files-client.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

let server: TestServer;
let files: FilesClient;
beforeAll(async () => {
  server = await sharedServer();
  files = new FilesClient(server, server.apiKey);
});
afterAll(() => server.stop());

async function loadContent(path: string): Promise<string> {
  return (await readEntry(files.read(path))).content;
}

describe('copies', () => {
  it('a copy of a directory is independent of the original', async () => {
    await files.put('/c/a/one.txt', 'one');
    await files.put('/c/a/deep/ü.md', 'two');
    const answer = await files.copy('/c/a', '/c/b/new');
    expect(answer.status).toBe(201);
    expect(await readEntry(answer)).toMatchObject({ path: '/c/b/new', type: 'directory' });
    expect(await files.paths('/c/b', '&recursive=true')).toEqual([
      '/c/b/new',
      '/c/b/new/deep',
      '/c/b/new/deep/ü.md',
      '/c/b/new/one.txt',
    ]);
    await files.put('/c/a/one.txt', 'changed');
    await files.remove('/c/a/deep');
    await files.fetch('/versions?path=/c/a', { method: 'DELETE' });
    expect(await loadContent('/c/b/new/one.txt')).toBe('one');
    expect(await loadContent('/c/b/new/deep/ü.md')).toBe('two');
  });

  it('invalid copies and moves are refused and change nothing', async () => {
    await files.put('/c/r/f', 'x');
    const [file] = await files.versions('/c/r/f');
    expect(await readStatusAndCode(files.copy('/c/r/none', '/c/r/x'))).toBe('404 not_found');
    expect(await readStatusAndCode(files.copy('/c/r/f', '/c/r/f'))).toBe('409 conflict');
    expect(await readStatusAndCode(files.copy('/c/r', '/c/r/below'))).toBe('422 validation_failed');
    expect(await readStatusAndCode(files.copy('/', '/c/all'))).toBe('422 validation_failed');
    expect(await readStatusAndCode(files.copy('/c/r/f', '/c/r/f/x'))).toBe('422 validation_failed');
    for (const what of ['/copy', '/move'])
      expect(
        await readStatusAndCode(
          files.json('POST', what, { from: '/c/r/f', to: '/c/r/g' }, { 'if-match': '"x"' }),
        ),
      ).toBe('412 precondition_failed');
    expect(await files.paths('/c/r', '&recursive=true')).toEqual(['/c/r/f']);
    const moved = await files.json(
      'POST',
      '/move',
      { from: '/c/r/f', to: '/c/r/g' },
      { 'if-match': file?.etag ?? '' },
    );
    expect(moved.status).toBe(200);
  });

  it('a copy of more entries than the limit is refused', async () => {
    for (let from = 0; from < 2_000; from += 1_000)
      await files.upload([
        ['dir_path', '/c/large'],
        ...Array.from({ length: 1_000 }, (_, n): [string, Blob, string] => [
          'file',
          new Blob(['x']),
          `${from + n}`,
        ]),
      ]);
    expect(await readStatusAndCode(files.copy('/c/large', '/c/too-large'))).toBe('413 too_large');
    await files.remove('/c/large/0');
    expect((await files.copy('/c/large', '/c/fits')).status).toBe(201);
    expect((await files.paths('/c/fits', '&limit=1000')).length).toBe(1_000);
  });
});
