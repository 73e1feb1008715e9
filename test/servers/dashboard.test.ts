import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { type Answer, startServer, type TestServer } from '../support/server.js';

const PUBLIC_URL = 'https://example.com/tasks';
const BUILT = readdirSync('dist/web/assets');
const SCRIPT = BUILT.find((name) => /^main-.*\.js$/.test(name)) ?? '';

let server: TestServer;
let below: TestServer;
let off: TestServer;
beforeAll(async () => {
  [server, below, off] = await Promise.all([
    startServer(),
    startServer({ METARUN_PUBLIC_URL: PUBLIC_URL }),
    startServer({ METARUN_DASHBOARD: 'off' }),
  ]);
});
afterAll(() => Promise.all([server.stop(), below.stop(), off.stop()]));

function get(path: string, headers: Record<string, string> = {}, from = server): Promise<Answer> {
  return from.call('GET', path, { token: null, headers });
}

describe('the page', () => {
  it.each(['/ui', '/ui/', '/ui/login', '/ui/p/default/runs', '/ui/p/a.b/../x', '/ui/assets'])(
    'the dashboard page is served at %s without credentials',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(text).toContain('<base href="/ui/" />');
      expect(text).toContain(`src="assets/${SCRIPT}"`);
    },
  );

  it('the dashboard page has no inline script or style, and its policy allows none', async () => {
    const { headers, text } = await get('/ui/');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('the dashboard page is not sent again to a browser that has it', async () => {
    const etag = (await get('/ui/')).headers.get('etag') ?? '';
    const again = await get('/ui/login', { 'If-None-Match': etag });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
  });

  it('the dashboard page allows only GET and HEAD', async () => {
    const answer = await server.call('POST', '/ui/', { token: null, body: {} });
    expect(readError(answer)).toBe('405 method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    const head = await fetch(`${server.url}/ui/`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  it('the dashboard page includes the path prefix of a proxy', async () => {
    const { text } = await get('/ui/p/default/runs', {}, below);
    expect(text).toContain('<base href="/tasks/ui/" />');
    const link = await below.call<{ url: string }>('POST', '/auth/login-codes');
    expect(link.body.url).toMatch(/^https:\/\/example\.com\/tasks\/ui\/login#code=mrc_/);
  });
});

describe('its page for a path', () => {
  it('the page for a screen preloads each of its files once and has its own ETag', async () => {
    const preloaded = ({ text }: Answer): string[] =>
      [...text.matchAll(/modulepreload" href="assets\/([\w-]+)-\w{8}\.js"/g)].map(
        ([, name = '']) => name,
      );
    const plain = await get('/ui/');
    const runs = await get('/ui/p/default/runs?q=a');
    const login = await get('/ui/login');
    const editor = await get('/ui/p/x/meta-tasks/new/');
    expect(preloaded(plain)).toEqual(['core']);
    expect(preloaded(runs)).toEqual(['core', 'runs-screen']);
    expect(preloaded(editor)).toContain('new-editor-screen');
    expect(login.text).toBe(plain.text);
    expect(login.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(runs.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    const named = [...editor.text.matchAll(/assets\/([\w.-]+)/g)].map(([, name = '']) => name);
    expect(new Set(named).size).toBe(named.length);
    for (const name of named) expect(BUILT).toContain(name);
  });
});

describe('its files', () => {
  it('dashboard assets are cached as immutable and sent compressed to clients that accept it', async () => {
    const path = `/ui/assets/${SCRIPT}`;
    const built = readFileSync(`dist/web/assets/${SCRIPT}`);
    const plain = await fetch(server.url + path, { headers: { 'Accept-Encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await plain.arrayBuffer()).equals(built)).toBe(true);
    const packed = await fetch(server.url + path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(packed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(built.length);
    expect(Buffer.from(await packed.arrayBuffer()).equals(built)).toBe(true);
  });

  it.each([
    'main-0LDHASH.js',
    '',
    '../index.html',
    '..%2findex.html',
    '%2e%2e/index.html',
    '..%5c..%5cpackage.json',
    '%00',
    `${SCRIPT}.gz`,
    '__proto__',
  ])('no other file is served: /ui/assets/%s is 404 or the page', async (name) => {
    const answer = await fetch(`${server.url}/ui/assets/${name}`);
    const text = await answer.text();
    if (answer.status === 200) expect(text).toContain('<div id="app">');
    else expect(JSON.parse(text)).toMatchObject({ status: 404, code: 'not_found' });
    expect(text).not.toContain('"devDependencies"');
  });

  it('the assets of the first page fit in 300 KB, and no file exceeds 200 KB', () => {
    const html = readFileSync('dist/web/index.html', 'utf8');
    const first = BUILT.filter((name) => html.includes(`"assets/${name}"`));
    const sizes = first.map((name) => readFileSync(`dist/web/assets/${name}.gz`).length);
    expect(first.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300 * 1024);
    for (const name of BUILT.filter((one) => one.endsWith('.gz')))
      expect(readFileSync(`dist/web/assets/${name}`).length).toBeLessThan(200 * 1024);
  });

  it('the assets of the editor with its params form fit in 450 KB', () => {
    const needed = new Set<string>();
    const follow = (name: string): void => {
      if (needed.has(name)) return;
      needed.add(name);
      const text = readFileSync(`dist/web/assets/${name}`, 'utf8');
      for (const [, next = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
        follow(next);
    };
    const begins = /^(?:main|editor-screen|language-typescript|schema-form)-[^.]*\.(?:js|css)$/;
    for (const name of BUILT.filter((one) => begins.test(one))) follow(name);
    expect(needed.size).toBeGreaterThan(5);
    const sizes = [...needed].map((name) => readFileSync(`dist/web/assets/${name}.gz`).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(450 * 1024);
  });

  it("the dashboard's scripts contain no eval and no Function constructor", () => {
    for (const name of BUILT.filter((one) => one.endsWith('.js.gz'))) {
      const text = gunzipSync(readFileSync(`dist/web/assets/${name}`)).toString();
      expect(text).not.toMatch(/new Function\(|\beval\(/);
    }
  });
});

describe('the server itself', () => {
  it('the root path redirects browsers to the dashboard and answers programs with 404', async () => {
    const ask = (accept: string, from = server): Promise<Response> =>
      fetch(`${from.url}/`, { redirect: 'manual', headers: { Accept: accept } });
    const browser = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
    expect(browser.status).toBe(302);
    expect(browser.headers.get('location')).toBe('/ui');
    expect((await ask('text/html', below)).headers.get('location')).toBe('/tasks/ui');
    for (const accept of ['*/*', 'application/json', 'application/json, text/html'])
      expect((await ask(accept)).status).toBe(404);
  });

  it('a server with the dashboard switched off serves none of its pages', async () => {
    for (const path of ['/ui', '/ui/login', `/ui/assets/${SCRIPT}`, '/'])
      expect((await get(path, { Accept: 'text/html' }, off)).status).toBe(404);
    const made = await off.call<{ url: string | null }>('POST', '/auth/login-codes');
    expect(made.body.url).toBeNull();
  });
});
