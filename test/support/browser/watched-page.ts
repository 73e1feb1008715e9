import { expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Whatever a page must not do, and what it asks the server for. */
export interface Watched {
  readonly context: BrowserContext;
  /** Method and path of each request, in their order. */
  readonly requests: string[];
  newPage(path: string): Promise<Page>;
  /** Fails where the console has a message, the policy was broken, or another server was asked. `but`: expected messages. */
  expectQuiet(but?: RegExp): void;
}

/** A profile of a browser of its own, whose pages are watched. */
export async function watchedContext(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: url, ...options });
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
  return {
    context,
    requests,
    async newPage(path) {
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    expectQuiet(but) {
      expect(noise.filter((one) => but === undefined || !but.test(one))).toEqual([]);
    },
  };
}
