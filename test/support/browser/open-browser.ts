import type { Browser, BrowserType } from 'playwright-core';
import { launchOptions } from './launch.js';

/** Given by the environment of these tests; see environment.mjs. */
declare const chromiumOfWorker: () => BrowserType;

/**
 * Returns Chromium: the one of the whole test run where there is one and it needs no arguments of its own, else a new one. To
 * close it ends what was opened here, and nothing of other files.
 */
export async function openBrowser(...more: string[]): Promise<Browser> {
  const shared = process.env['TEST_BROWSER_URL'];
  if (shared !== undefined && more.length === 0) return chromiumOfWorker().connect(shared);
  return chromiumOfWorker().launch(await launchOptions(more));
}
