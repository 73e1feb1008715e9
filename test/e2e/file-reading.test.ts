import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEntry, readStatusAndCode, FilesClient } from '../support/files-client.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

const GUIDE =
  '# Guide\nintro\n\n## Pay\nby card\n\n### Later\nby invoice\n\n## Ship\nslowly\n\n## Pay\nagain';

describe('reading parts of files', () => {
  let server: TestServer;
  let files: FilesClient;

  beforeAll(async () => {
    server = await sharedServer();
    files = new FilesClient(server, server.apiKey);
    await files.put('/docs/guide.md', GUIDE);
    await files.put('/docs/deep/er/notes.md', 'a\r\nb\n\nd');
    await files.put('/docs/data.csv', 'x,y\n');
    await files.put('/empty.md', '');
    await files.put('/bytes.md', '/w==', { encoding: 'base64' });
  });
  afterAll(() => server.stop());

  async function part(path: string, more: string): Promise<unknown[]> {
    const answer = await files.read(path, more);
    const body = (await answer.json()) as Record<string, unknown>;
    expect([answer.status, body['code'], answer.headers.get('etag')]).toEqual([
      200,
      undefined,
      body['etag'],
    ]);
    return [body['content'], body['first_line'], body['last_line'], body['total_lines']];
  }

  it('a range of lines keeps the line endings and stops at the last line', async () => {
    const path = '/docs/deep/er/notes.md';
    expect(await part(path, '&lines=1')).toEqual(['a\r\n', 1, 1, 4]);
    expect(await part(path, '&lines=2-3')).toEqual(['b\n\n', 2, 3, 4]);
    expect(await part(path, '&lines=3-')).toEqual(['\nd', 3, 4, 4]);
    expect(await part(path, '&lines=4-99')).toEqual(['d', 4, 4, 4]);
    expect(await readEntry(files.read(path))).not.toHaveProperty('first_line');
  });

  it('a read with If-None-Match answers 304 for the current ETag', async () => {
    const path = '/docs/guide.md';
    const { etag } = await readEntry(files.put(path, GUIDE));
    const status = async (more: string, tag: string, at = path): Promise<unknown[]> => {
      const answer = await files.read(at, more, { 'if-none-match': tag });
      const body = await answer.text();
      return [answer.status, body === '', answer.headers.get('etag')];
    };
    for (const more of ['', '&lines=1-2', '&section=ship'])
      for (const tag of [String(etag), `W/${etag}`, `"other", ${etag}`, '*'])
        expect([more, tag, await status(more, tag)]).toEqual([more, tag, [304, true, etag]]);
    expect(await status('', '"other"')).toEqual([200, false, etag]);
    expect(await status('&lines=1', '"other"')).toEqual([200, false, etag]);
    expect(await status('&lines=99', '*')).toEqual([416, false, null]);
    expect(await status('', '*', '/none.md')).toEqual([404, false, null]);
    expect(await status('', '*', '/docs')).toEqual([422, false, null]);
    await files.put(path, `${GUIDE}.`);
    expect((await status('', String(etag)))[0]).toBe(200);
    await files.put(path, GUIDE);
  });

  it('lines of a file that is too large to be read whole can be read', async () => {
    const line = `${'é'.repeat(499)}\n`;
    const big = Buffer.from(line.repeat(20_000));
    expect((await files.upload([['file', new Blob([big]), 'big.txt']])).status).toBe(201);
    expect(await readStatusAndCode(files.read('/big.txt'))).toBe('413 too_large');
    expect(await part('/big.txt', '&lines=19999-')).toEqual([
      line.repeat(2),
      19_999,
      20_000,
      20_000,
    ]);
    expect(await readStatusAndCode(files.read('/big.txt', '&lines=1-'))).toBe('413 too_large');
  });

  it('a section is the part of a file below a heading', async () => {
    expect(await part('/docs/guide.md', '&section=Ship')).toEqual([
      '## Ship\nslowly\n\n',
      10,
      12,
      14,
    ]);
    expect(await part('/docs/guide.md', '&section=pay-1')).toEqual(['## Pay\nagain', 13, 14, 14]);
    expect(await part('/docs/guide.md', '&section=%23LATER')).toEqual([
      '### Later\nby invoice\n\n',
      7,
      9,
      14,
    ]);
    const [content] = await part('/docs/guide.md', '&section=pay');
    expect(content).toBe('## Pay\nby card\n\n### Later\nby invoice\n\n');
  });

  it('the outline of a file lists its headings', async () => {
    const answer = await files.fetch('/outline?path=/docs/guide.md');
    expect(await answer.json()).toMatchObject({
      path: '/docs/guide.md',
      total_lines: 14,
      headings: [
        {
          level: 1,
          title: 'Guide',
          anchor: 'guide',
          parent: null,
          first_line: 1,
          last_line: 14,
        },
        { title: 'Pay', anchor: 'pay', parent: 0, first_line: 4, last_line: 9 },
        { title: 'Later', parent: 1, first_line: 7, last_line: 9 },
        { title: 'Ship', parent: 0 },
        { title: 'Pay', anchor: 'pay-1', first_line: 13, last_line: 14 },
      ],
      more: false,
    });
    for (const path of ['/docs/data.csv', '/empty.md'])
      expect(await (await files.fetch(`/outline?path=${path}`)).json()).toMatchObject({
        headings: [],
      });
  });

  it('a list of files can be filtered by a glob pattern', async () => {
    const glob = (directory: string, pattern: string): Promise<string[]> =>
      files.paths(directory, `&glob=${encodeURIComponent(pattern)}`);
    expect(await glob('/', '**/*.md')).toEqual([
      '/bytes.md',
      '/docs/deep/er/notes.md',
      '/docs/guide.md',
      '/empty.md',
    ]);
    expect(await glob('/docs', '*')).toEqual(['/docs/data.csv', '/docs/deep', '/docs/guide.md']);
    expect(await glob('/docs', 'deep/**')).toEqual(['/docs/deep/er', '/docs/deep/er/notes.md']);
    expect(await glob('/', 'docs/*.{csv,md}')).toEqual(['/docs/data.csv', '/docs/guide.md']);
    expect(await glob('/none', '**')).toEqual([]);
    // A pattern without wildcards is looked up directly.
    expect(await glob('/docs', 'deep/er')).toEqual(['/docs/deep/er']);
    expect(await glob('/', 'none')).toEqual([]);
    const seen: string[] = [];
    let next: string | undefined = '?glob=**&limit=2';
    while (next !== undefined) {
      const page: Response = await files.fetch(next);
      seen.push(...((await page.json()) as { path: string }[]).map(({ path }) => path));
      next = /files(\?.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(await files.paths('/', '&recursive=true'));
  });

  it('invalid lines, sections and patterns are refused with a fitting error', async () => {
    for (const lines of ['0', '-3', '3-2', 'a', '1-2-3', '1,2', '', '1e3', '99999999999'])
      expect([
        lines,
        await readStatusAndCode(files.read('/docs/guide.md', `&lines=${lines}`)),
      ]).toEqual([lines, '422 validation_failed']);
    expect(await readStatusAndCode(files.read('/docs/guide.md', '&lines=15'))).toBe(
      '416 range_not_satisfiable',
    );
    expect(await readStatusAndCode(files.read('/empty.md', '&lines=1'))).toBe(
      '416 range_not_satisfiable',
    );
    expect(await readStatusAndCode(files.read('/docs/guide.md', '&lines=1&section=Pay'))).toBe(
      '422 validation_failed',
    );
    expect(await readStatusAndCode(files.read('/docs/guide.md', '&section=None'))).toBe(
      '404 not_found',
    );
    expect(await readStatusAndCode(files.read('/docs/data.csv', '&section=x'))).toBe(
      '404 not_found',
    );
    expect(await readStatusAndCode(files.read('/none.md', '&section=x'))).toBe('404 not_found');
    expect(await readStatusAndCode(files.read('/docs', '&lines=1'))).toBe('422 invalid_path');
    expect(await readStatusAndCode(files.read('/bytes.md', '&lines=1'))).toBe(
      '422 validation_failed',
    );
    expect(await readStatusAndCode(files.read('/bytes.md', '&section=x'))).toBe(
      '422 validation_failed',
    );
    expect(await readStatusAndCode(files.fetch('/outline?path=/bytes.md'))).toBe(
      '422 validation_failed',
    );
    expect(await readStatusAndCode(files.fetch('/outline?path=/none.md'))).toBe('404 not_found');
    expect(await readStatusAndCode(files.fetch('?glob=['))).toBe('422 validation_failed');
    expect(await readStatusAndCode(files.fetch('?glob=*&cursor=x'))).toBe('422 validation_failed');
  });

  it('an ambiguous heading is refused with the anchors to choose from', async () => {
    await files.put('/twice.md', '# A b?\n# A b!\n');
    const answer = await files.read('/twice.md', `&section=${encodeURIComponent('A b?')}`);
    expect(answer.status).toBe(200);
    await files.put('/twice.md', '# A *b*\n# A b\n');
    const refused = await files.read('/twice.md', `&section=${encodeURIComponent('a B')}`);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('a-b, a-b-1');
  });
});
