import { expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Dialog, Page } from 'playwright-core';
import { AT_ONCE_MS } from '../deadlines.js';

/** An answer of the server that is not a page of the dashboard and has no scripts. */
const PLAIN = '/health/live';

/** The default size of a window in playwright. */
const VIEWPORT = { width: 1280, height: 720 };

/** Characters of page text, and number of requests, that are printed for a failed test. */
const MAX_SHOWN = 2_000;
const MAX_REQUESTS = 40;

/** A browser profile that records the requests, messages and violations of its pages. */
export interface Watched {
  readonly context: BrowserContext;
  /** Method and path of each request, in order. */
  readonly requests: string[];
  newPage(path: string): Promise<Page>;
  /**
   * Empties the profile for another test. One page and the cached code of the server stay, since a new page without
   * them takes three times as long. The clock of the pages and their init scripts stay too.
   */
  renew(): Promise<void>;
  /** For a failed test, prints the text of each page, the last requests and the console. */
  describe(): Promise<void>;
  /**
   * Fails if the console has messages that `but` does not match, or pages violated the policy or contacted another
   * server.
   */
  expectQuiet(but?: RegExp): void;
}

/** Returns a new browser profile whose pages are watched. */
export async function watchedContext(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: url, ...options });
  context.setDefaultTimeout(AT_ONCE_MS);
  const noise: string[] = [];
  const requests: string[] = [];
  await context.exposeFunction('noteViolation', (what: string) => noise.push(`policy: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { noteViolation } = window as unknown as { noteViolation: (what: string) => void };
      noteViolation(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  context.on('request', (request) => {
    const address = request.url();
    if (/^(data|blob):/.test(address)) return;
    if (!address.startsWith(`${url}/`)) noise.push(`asks another server: ${address}`);
    requests.push(`${request.method()} ${new URL(address).pathname}`);
  });
  context.on('console', (message) => noise.push(`console: ${message.text()}`));
  context.on('weberror', (error) => noise.push(`error: ${String(error.error())}`));
  context.on('dialog', (dialog) => noise.push(`dialog: ${dialog.message()}`));
  let emptyPage: Page | undefined;
  return {
    context,
    requests,
    async newPage(path) {
      const page = emptyPage ?? (await context.newPage());
      emptyPage = undefined;
      await page.goto(path);
      return page;
    },
    async renew() {
      const [page, ...others] = context.pages();
      for (const other of others) await other.close();
      await context.clearCookies();
      await context.clearPermissions();
      if (page !== undefined) await emptied(page, options.viewport ?? VIEWPORT);
      emptyPage = page;
      noise.length = 0;
      requests.length = 0;
    },
    async describe() {
      const shown = context.pages().map(async (page) => {
        const text = page.evaluate(() => document.body.innerText).catch(String);
        return `${page.url()}\n${(await text).slice(0, MAX_SHOWN)}`;
      });
      const lines = [...(await Promise.all(shown)), ...noise, ...requests.slice(-MAX_REQUESTS)];
      process.stderr.write(`the pages of the failed test:\n${lines.join('\n')}\n`);
    },
    expectQuiet(but) {
      expect(noise.filter((one) => but === undefined || !but.test(one))).toEqual([]);
    },
  };
}

/** Leaves the page, clears the storage of its tab and its server, and restores the window. */
async function emptied(page: Page, viewport: { width: number; height: number }): Promise<void> {
  // The page may ask whether to leave it.
  const leave = (dialog: Dialog): void => void dialog.accept();
  page.on('dialog', leave);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(PLAIN);
  page.off('dialog', leave);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: null });
}
