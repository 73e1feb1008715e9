import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestServer } from '../server.js';
import { openBrowser } from './open-browser.js';
import { signedInPage } from './signed-in-page.js';
import { type Watched, watchedContext } from './watched-page.js';

export interface Pages<S extends TestServer = TestServer> {
  readonly server: S;
  readonly browser: Browser;
  /** The browser profile, whose pages are watched. By default it is emptied after each test. */
  readonly watched: Watched;
  /** Opens a page. Signs in by `token`, by default the administrator's, unless the profile is signed in. */
  open(this: void, path: string, token?: string): Promise<Page>;
}

/** Defined by the environment of these tests; see environment.mjs. */
declare const hasFailed: () => boolean;

interface Options<S extends TestServer> {
  /** Returns the address at which the pages are opened; by default that of the server. */
  at?: (server: S) => string;
  /** Arguments of Chromium. */
  browser?: readonly string[];
  context?: BrowserContextOptions;
  /**
   * Profile of each test: an emptied one, a new one, or that of the previous test as it was left. Tests that change the
   * clock of their pages need a new one.
   */
  profile?: 'renewed' | 'new' | 'kept';
}

/**
 * Provides a server and a browser for the tests of a file, and a profile for each test, and closes all of them
 * afterwards.
 */
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

/** Renews a profile and returns whether that worked. A failed test may leave a page that does not respond. */
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
