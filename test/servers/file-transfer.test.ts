import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  readEntry,
  readStatusAndCode,
  FilesClient,
  type Problem,
} from '../support/files-client.js';
import { startServer, type TestServer } from '../support/server.js';

const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;

describe('upload and download', () => {
  let server: TestServer;
  let files: FilesClient;

  beforeAll(async () => {
    server = await startServer({ METARUN_LIMITS: `upload_bytes=${MAX_UPLOAD_BYTES}` });
    files = new FilesClient(server, server.apiKey);
  });
  afterAll(() => server.stop());

  /** Sends a raw multipart body with boundary `b`. */
  function multipart(
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return files.fetch('/upload', {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
    });
  }

  /** Disconnects during an upload, `delay` ms after its beginning was sent. */
  function abandon(delay: number): Promise<void> {
    return new Promise((done) => {
      const upload = request(`${server.url}/external/v1/projects/default/files/upload`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.apiKey}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 10_000,
        },
      });
      upload.on('error', () => done());
      upload.write(filePart(`cut-by-${delay}`), () =>
        setTimeout(() => upload.destroy(new Error('gone')), delay),
      );
    });
  }

  const filePart = (name: string): string =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nx\r\n`;

  it('an upload of 20 MB comes back byte for byte', async () => {
    const bytes = randomBytes(20 * 1000 * 1000);
    const uploaded = await files.upload([
      ['file', new Blob([bytes]), 'große Datei.bin'],
      ['dir_path', '/up/loads'],
    ]);
    expect(uploaded.status).toBe(201);
    const entry = await readEntry(uploaded);
    expect(entry).toMatchObject({ path: '/up/loads/große Datei.bin', size: bytes.length });
    const back = Buffer.from(await (await files.raw(entry.path)).arrayBuffer());
    const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
    expect(sha256(back)).toBe(sha256(bytes));
    expect(entry.etag).toBe(`"${sha256(bytes).slice(0, 32)}"`);
    expect(await readStatusAndCode(files.read(entry.path))).toBe('413 too_large');
  });

  it('an upload replaces a file of the same path', async () => {
    for (const content of ['one', 'two'])
      await files.upload([['file', new Blob([content]), 'same.txt']]);
    expect(await readEntry(files.read('/same.txt'))).toMatchObject({ content: 'two' });
  });

  it('a request that is not a valid upload is refused and stores nothing', async () => {
    expect(await readStatusAndCode(files.json('POST', '/upload', {}))).toBe(
      '415 unsupported_media_type',
    );
    expect(await readStatusAndCode(files.fetch('/upload', { method: 'POST' }))).toBe(
      '415 unsupported_media_type',
    );
    const noBoundary = { 'content-type': 'multipart/form-data' };
    expect(await readStatusAndCode(multipart('--b--\r\n', noBoundary))).toBe(
      '400 malformed_request',
    );
    expect(await readStatusAndCode(multipart('--b--\r\n'))).toBe('422 validation_failed');
    expect(await readStatusAndCode(multipart(`${filePart('a\x01')}--b--\r\n`))).toBe(
      '400 malformed_request',
    );
    expect(await readStatusAndCode(files.upload([['dir_path', '/']]))).toBe(
      '422 validation_failed',
    );
    expect(await readStatusAndCode(files.upload([['file', 'a text']]))).toBe(
      '422 validation_failed',
    );
    expect(await readStatusAndCode(files.upload([['document', new Blob(['x']), 'x']]))).toBe(
      '422 validation_failed',
    );
    for (const field of ['ws', 'mode', 'path'])
      expect(
        await readStatusAndCode(
          files.upload([
            ['file', new Blob(['x']), 'x3'],
            [field, 'x'],
          ]),
        ),
      ).toBe('422 validation_failed');
    expect((await files.paths('/')).filter((path) => path.startsWith('/x'))).toEqual([]);
  });

  it.each(['a/b', '/a', '../a', '..', '.', 'a\\\\b', '\xff', 'n'.repeat(256)])(
    'an upload refuses the file name %j',
    async (name) => {
      const answer = await multipart(Buffer.from(`${filePart(name)}--b--\r\n`, 'latin1'));
      expect(answer.status).toBe(422);
      expect(((await answer.json()) as Problem).errors[0]?.pointer).toBe('/file');
    },
  );

  it('no file remains of an upload that ends early', async () => {
    expect(await readStatusAndCode(multipart(filePart('cut-1')))).toBe('400 malformed_request');
    expect(
      await readStatusAndCode(multipart('--b\r\nContent-Disposition: form-data; name="fi')),
    ).toBe('400 malformed_request');
    await Promise.all(Array.from({ length: 20 }, (_, index) => abandon(index)));
    expect((await files.paths('/')).filter((path) => path.startsWith('/cut'))).toEqual([]);
  });

  it('an upload larger than the limit is refused, and one of exactly the limit is stored', async () => {
    const chunk = new Uint8Array(1024 * 1024);
    const large = new Blob(Array.from({ length: 26 }, () => chunk));
    expect(await readStatusAndCode(files.upload([['file', large, 'large']]))).toBe('413 too_large');
    const edge = new Blob([new Uint8Array(MAX_UPLOAD_BYTES + 1)]);
    expect(await readStatusAndCode(files.upload([['file', edge, 'large']]))).toBe('413 too_large');
    const fits = await files.upload([
      ['file', new Blob([new Uint8Array(MAX_UPLOAD_BYTES)]), 'fits'],
    ]);
    expect(fits.status).toBe(201);
    expect(await readStatusAndCode(files.read('/large'))).toBe('404 not_found');
  });

  it('a download serves byte ranges', async () => {
    await files.put('/range.txt', '0123456789');
    const part = await files.raw('/range.txt', { range: 'bytes=2-4' });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(part.headers.get('content-length')).toBe('3');
    expect(await (await files.raw('/range.txt', { range: 'bytes=-2' })).text()).toBe('89');
    expect((await files.raw('/range.txt', { range: 'bytes=0-1,4-5' })).status).toBe(200);
    const beyond = await files.raw('/range.txt', { range: 'bytes=10-' });
    expect(beyond.headers.get('content-range')).toBe('bytes */10');
    expect(await readStatusAndCode(beyond)).toBe('416 range_not_satisfiable');
    const stale = await files.raw('/range.txt', { range: 'bytes=2-4', 'if-range': '"old"' });
    expect([stale.status, await stale.text()]).toEqual([200, '0123456789']);
  });

  it('a download answers 304 to If-None-Match with the current ETag', async () => {
    const { etag } = await readEntry(files.put('/etag.txt', 'x'));
    const same = await files.raw('/etag.txt', { 'if-none-match': String(etag) });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await files.raw('/etag.txt', { 'if-none-match': '"other"' })).status).toBe(200);
    expect(await readStatusAndCode(files.raw('/etag.txt', { 'if-match': '"other"' }))).toBe(
      '412 precondition_failed',
    );
  });

  it('a downloaded HTML file is an attachment in a sandbox that no browser runs', async () => {
    await files.put('/"page"; ü.html', '<script>alert(1)</script>');
    const { headers } = await files.raw('/"page"; ü.html');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_page_; _.html"; filename*=UTF-8''%22page%22%3B%20%C3%BC.html`,
    );
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const head = await files.fetch('/raw?path=/range.txt', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      '10',
      '',
    ]);
  });
});
