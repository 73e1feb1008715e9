import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEntry, readStatusAndCode, FilesClient } from '../support/files-client.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

describe('paths of files', () => {
  let server: TestServer;
  let files: FilesClient;

  beforeAll(async () => {
    server = await sharedServer();
    files = new FilesClient(server, server.apiKey);
  });
  afterAll(() => server.stop());

  /** Sends a request line that client libraries refuse to send. */
  async function rawGet(query: Buffer): Promise<string> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /external/v1/projects/default/files?');
    socket.write(query);
    socket.write(
      ` HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.apiKey}\r\nConnection: close\r\n\r\n`,
    );
    return (await text(socket)).split('\r\n')[0] ?? '';
  }

  it.each(['/../secret', '/a\0b', '/long'.repeat(1000), ''])(
    'the path %j is refused everywhere',
    async (path) => {
      const query = `path=${encodeURIComponent(path)}`;
      const answers = await Promise.all([
        files.fetch(`?${query}`),
        files.fetch(`/content?${query}`),
        files.fetch(`/raw?${query}`),
        files.fetch(`?${query}`, { method: 'DELETE' }),
        files.put(path, 'x'),
        files.move('/some', path),
        files.move(path, '/some'),
        files.upload([
          ['dir_path', path],
          ['file', new Blob(['x']), 'x'],
        ]),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 422));
      expect(await files.paths('/')).toEqual([]);
    },
  );

  it('a query string is decoded once, so a doubly encoded name is ordinary', async () => {
    expect(await readStatusAndCode(files.fetch('?path=/%2e%2e/x'))).toBe('422 invalid_path');
    expect(await readStatusAndCode(files.fetch('?path=%2F..%2Fx'))).toBe('422 invalid_path');
    expect(await readStatusAndCode(files.fetch('?path=/%252e%252e/x'))).toBe('404 not_found');
    await files.put('/%2e%2e/x', 'x');
    expect(await files.paths('/%2e%2e')).toEqual(['/%2e%2e/x']);
    expect((await files.remove('/%2e%2e')).status).toBe(204);
  });

  it.each([
    '%ff',
    '%c0%ae%c0%ae',
    '%e0%80%ae',
    '%ed%a0%80',
    '%f4%90%80%80',
    '%c3',
    '%',
    '%zz',
    '%u002e',
  ])('the bytes %s, which are not UTF-8, are refused', async (bytes) => {
    for (const path of ['', '/content', '/raw'])
      expect(await readStatusAndCode(files.fetch(`${path}?path=/${bytes}`))).toBe(
        '400 malformed_request',
      );
    expect(await readStatusAndCode(files.fetch(`?path=/${bytes}`, { method: 'DELETE' }))).toBe(
      '400 malformed_request',
    );
  });

  it('bytes that are not percent-encoded are refused', async () => {
    expect(await rawGet(Buffer.from([...Buffer.from('path=/'), 0xff]))).toContain(' 400 ');
    expect(await rawGet(Buffer.from('path=/ü'))).toContain(' 400 ');
    expect(await rawGet(Buffer.from('path=/'))).toContain(' 200 ');
  });

  it('composed and decomposed spellings are one name', async () => {
    expect((await files.put('/cafe\u0301/re\u0301sume\u0301.txt', 'one')).status).toBe(201);
    expect((await files.put('/caf\u00e9/r\u00e9sum\u00e9.txt', 'two')).status).toBe(200);
    expect(await readEntry(files.read('/cafe\u0301/r\u00e9sume\u0301.txt'))).toMatchObject({
      path: '/caf\u00e9/r\u00e9sum\u00e9.txt',
      content: 'two',
    });
    expect((await files.remove('/cafe\u0301')).status).toBe(204);
  });

  it.each([
    '/日本語/ファイル.txt',
    '/👩‍🚀/🏳️‍🌈',
    '/a b/c+d&e=f#g?h',
    "/it's/100%",
    '/-rf/~',
    '/con/nul',
    '/…/．．/x',
    '/%_/%',
    `/${'x'.repeat(255)}`,
    `/${'ü'.repeat(127)}${`/${'é'.repeat(120)}`.repeat(7)}`,
  ])('the path %s is kept unchanged', async (path) => {
    expect((await files.put(path, path)).status).toBe(201);
    expect(await readEntry(files.read(path))).toMatchObject({ path, content: path });
    expect(await (await files.raw(path)).text()).toBe(path);
    const top = `/${String(path.split('/')[1])}`;
    expect((await files.paths('/', '&recursive=true')).at(-1)).toBe(path);
    expect((await files.remove(top)).status).toBe(204);
    expect(await files.paths('/')).toEqual([]);
  });

  it('names that differ in case or contain SQL wildcards are distinct', async () => {
    for (const path of ['/P_/x', '/Pa/x', '/p_/x', '/P%/x']) await files.put(path, path);
    await files.remove('/P_');
    expect(await files.paths('/')).toEqual(['/P%', '/Pa', '/p_']);
  });
});
