/** Tests attacks by other pages on a signed-in browser, all of which must fail. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { openBrowser } from '../support/browser/open-browser.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { startServer, type TestServer } from '../support/server.js';
import { type LocalServer, serve } from '../support/local-server.js';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let others: LocalServer;
/** Address of a page on another port of the same host; `otherSite` serves it from another site. */
let elsewhere: string;
let otherSite: string;

const page = (api: string): string => `<!doctype html><title>Other</title>
<form id="form" method="post" action="${api}/auth/login-codes"><button>Send</button></form>
<a href="${api}/auth/me">Who</a>
<iframe id="frame" src="${api}/ui/"></iframe>
<script>
  window.ask = async (method, path) => {
    try {
      const answer = await fetch('${api}' + path, { method, credentials: 'include' });
      return answer.status + ' ' + (await answer.text());
    } catch (error) {
      return 'blocked';
    }
  };
</script>`;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  others = await serve((_, answer) =>
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end(page(server.url)),
  );
  elsewhere = others.url;
  otherSite = `http://localhost:${others.port}`;
  context = await browser.newContext();
  context.setDefaultTimeout(AT_ONCE_MS);
  const { body } = await server.call<{ url: string }>('POST', '/auth/login-codes');
  const own = await context.newPage();
  await own.goto(body.url);
  await own.getByRole('heading', { name: 'Now', exact: true }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await others?.close();
  await server?.stop();
});

it('a form on another port sends the cookie and is refused', async () => {
  const other = await context.newPage();
  await other.goto(elsewhere);
  const answered = other.waitForResponse('**/auth/login-codes');
  await other.getByRole('button', { name: 'Send' }).click();
  const answer = await answered;
  expect(await answer.request().headerValue('cookie')).toContain('metarun_');
  expect(answer.status()).toBe(403);
});

it('a script on another port reads nothing and changes nothing', async () => {
  const other = await context.newPage();
  await other.goto(elsewhere);
  const ask = (method: string, path: string): Promise<unknown> =>
    other.evaluate(
      ([how, where]) =>
        (window as unknown as { ask: (how: string, where: string) => Promise<string> }).ask(
          how,
          where,
        ),
      [method, path] as const,
    );
  expect(await ask('GET', '/auth/me')).toBe('blocked');
  expect(await ask('POST', '/auth/login-codes')).toBe('blocked');
  expect(await ask('DELETE', '/auth/sessions/current')).toBe('blocked');
  const own = await context.newPage();
  await own.goto(`${server.url}/ui/`);
  await own.getByRole('heading', { name: 'Now', exact: true }).waitFor();
});

it('no page on another port can show the dashboard in a frame', async () => {
  const other = await context.newPage();
  await other.goto(elsewhere);
  const frame = await (await other.waitForSelector('#frame')).contentFrame();
  await frame?.waitForLoadState();
  expect(await frame?.getByRole('heading').count()).toBe(0);
  expect(frame?.url()).not.toContain('/ui/');
});

it('no stored file can be loaded as a script of the dashboard', async () => {
  const path = '/external/v1/projects/default/files';
  const content = { path: '/x.js', content: 'window.attacked = true' };
  await server.call('PUT', `${path}/content?path=/x.js`, { body: content });
  const own = await context.newPage();
  await own.goto(`${server.url}/ui/`);
  await own.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  const outcome = await own.evaluate(
    (src) =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        script.addEventListener('load', () => resolve('loaded'));
        script.addEventListener('error', () => resolve('refused'));
        try {
          script.src = src;
          document.head.append(script);
        } catch {
          resolve('no trusted type');
        }
      }),
    `${path}/raw?path=/x.js`,
  );
  expect(outcome).toBe('no trusted type');
  expect(await own.evaluate(() => Reflect.get(window, 'attacked'))).toBeUndefined();
});

it('forms and links on another site send no session cookie', async () => {
  const other = await context.newPage();
  await other.goto(otherSite);
  const posted = other.waitForResponse('**/auth/login-codes');
  await other.getByRole('button', { name: 'Send' }).click();
  const answer = await posted;
  expect(await answer.request().headerValue('cookie')).toBeNull();
  expect([401, 403]).toContain(answer.status());
  await other.goto(otherSite);
  const followed = other.waitForResponse('**/auth/me');
  await other.getByRole('link', { name: 'Who' }).click();
  expect((await followed).status()).toBe(401);
  // The page itself is public, so any link may lead to it, and its own requests are signed in.
  await other.goto(otherSite);
  await other.evaluate((to) => location.assign(to), `${server.url}/ui/`);
  await other.getByRole('heading', { name: 'Now', exact: true }).waitFor();
});

it('a cookie set by an attacker is not a session, and signing in replaces it', async () => {
  const own = await browser.newContext();
  own.setDefaultTimeout(AT_ONCE_MS);
  const [known] = await context.cookies();
  const fixed = { name: known?.name ?? '', value: 'mrs_fixed-by-another', url: server.url };
  await own.addCookies([fixed]);
  const page = await own.newPage();
  await page.goto(`${server.url}/ui/`);
  await page.getByLabel('Access token').fill(server.adminToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  const [now] = await own.cookies();
  expect(now?.value).not.toBe(fixed.value);
  expect(now).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', secure: false });
  await own.close();
});

it('every answer declares its type, forbids sniffing and allows no other origin', async () => {
  const html = await (await fetch(`${server.url}/ui/`)).text();
  const [, asset = ''] = /src="(assets\/[^"]+)"/.exec(html) ?? [];
  for (const path of [
    '/ui/',
    `/ui/${asset}`,
    '/ui/assets/none.js',
    '/ui/../auth/me',
    '/auth/me',
    '/nothing',
    '/external/v1/projects/default/tasks',
    '/external/v1/projects/default/files/raw?path=/x.js',
    '/health',
  ]) {
    const { headers } = await server.call('GET', path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect([path, headers.get('content-type')]).not.toEqual([path, null]);
    expect([path, headers.get('x-powered-by'), headers.get('access-control-allow-origin')]).toEqual(
      [path, null, null],
    );
    const framed = headers.get('content-security-policy') ?? headers.get('content-disposition');
    if (headers.get('content-type')?.includes('html')) expect(framed).not.toBeNull();
  }
});
