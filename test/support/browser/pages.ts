import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestServer } from '../server.js';
import { openBrowser } from './open-browser.js';
import { signedInPage } from './signed-in-page.js';
import { type Watched, watchedContext } from './watched-page.js';

/** The server, the browser and the pages of a test file. */
export interface Pages<S extends TestServer = TestServer> {
  readonly server: S;
  readonly browser: Browser;
  /** The profile of the browser, whose pages are watched. For each test it is as new. */
  readonly watched: Watched;
  /** Opens a page, signed in by a token, that of the administrator by default, unless the profile is. */
  open(this: void, path: string, token?: string): Promise<Page>;
}

/** Given by the environment of these tests; see environment.mjs. */
declare const hasFailed: () => boolean;

interface Options<S extends TestServer> {
  /** Returns the address at which the pages are opened; that of the server by default. */
  at?: (server: S) => string;
  /** Arguments of Chromium. */
  browser?: readonly string[];
  context?: BrowserContextOptions;
  /**
   * Whether each test has a profile that is as new, one that is new, or that of the test before as it was left. Another one is needed by
   * tests that change the clock of their pages.
   */
  profile?: 'renewed' | 'new' | 'kept';
}

/** Provides a server and a browser before the tests of a file, and a profile for each of them; ends all of them afterwards. */
export function usePages<S extends TestServer>(
  start: () => Promise<S>,
  { at, browser: args = [], context, profile = 'renewed' }: Options<S> = {},
): Pages<S> {
  let server: S | undefined;
  let browser: Browser | undefined;
  let watched: Watched | undefined;
  const url = (): string => at?.(pages.server) ?? pages.server.url;
  const pages: Pages<S> = {
    get server() {
      return started(server);
    },
    get browser() {
      return started(browser);
    },
    get watched() {
      return started(watched);
    },
    open: (path, token = pages.server.adminToken) =>
      signedInPage({ ...pages.server, url: url() }, pages.watched, path, token),
  };
  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), openBrowser(...args)]);
    if (profile === 'kept') watched = await watchedContext(browser, url(), context);
  });
  beforeEach(async () => {
    watched ??= await watchedContext(pages.browser, url(), context);
  });
  afterEach(async () => {
    if (hasFailed()) await watched?.describe();
    if (profile === 'kept') return;
    const left = watched;
    watched = undefined;
    if (profile === 'renewed' && (await isRenewed(left))) watched = left;
    else await left?.context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return pages;
}

/** Renews a profile. Returns whether that was possible: a test that failed may have left a page that no longer answers. */
async function isRenewed(watched: Watched | undefined): Promise<boolean> {
  try {
    await watched?.renew();
    return true;
  } catch {
    return false;
  }
}

function started<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('It is there only while a test runs.');
  return one;
}
