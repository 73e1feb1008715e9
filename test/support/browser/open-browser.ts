import type { Browser, BrowserType } from 'playwright-core';
import { launchOptions } from './launch.js';

/** Defined by the environment of these tests; see environment.mjs. */
declare const chromiumOfWorker: () => BrowserType;

/**
 * Returns Chromium: the instance of the whole test run if there is one and no arguments are given, else a new one.
 * Closing it ends only what was opened through it.
 */
export async function openBrowser(...more: string[]): Promise<Browser> {
  const shared = process.env['TEST_BROWSER_URL'];
  if (shared !== undefined && more.length === 0) return chromiumOfWorker().connect(shared);
  return chromiumOfWorker().launch(await launchOptions(more));
}
