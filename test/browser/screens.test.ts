/**
 * What holds of every screen, on a project whose texts were all written by an attacker: its parts can be seen and reached by everybody, in
 * light and dark, wide and narrow, and nothing but the texts comes of the texts.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ATTACK_NAME, ATTACKS } from '../support/browser/hostile-texts.js';
import { expectAccessibleInAllViews, expectFits, WIDE } from '../support/browser/accessibility.js';
import { expectReachable } from '../support/browser/keyboard.js';
import { openBrowser } from '../support/browser/open-browser.js';
import { type Screen, screensOf } from '../support/browser/screens.js';
import { seedProject } from '../support/browser/seeded-project.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { type Watched, watchedContext } from '../support/browser/watched-page.js';
import { startServer, type TestServer } from '../support/server.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

/** The size that 1280 pixels are to a page at 200 %. */
const ENLARGED = { width: 640, height: 400 };
/** Elements that only a text which became markup would make, and what a text must not have changed. */
const MADE = 'script, iframe, object, embed, base[href*=attacker], meta[http-equiv], style, link';

let server: TestServer;
let browser: Browser;
let receiver: WebhookReceiver;
let watched: Watched;
let page: Page;
let screens: Screen[];

beforeAll(async () => {
  [server, browser, receiver] = await Promise.all([
    startServer({ METARUN_NETWORK_RANGES: '127.0.0.1/32' }),
    openBrowser(),
    startReceiver(),
  ]);
  const texts = { name: ATTACK_NAME, lines: ATTACKS };
  screens = screensOf(await seedProject(server, receiver, texts));
  watched = await watchedContext(browser, server.url, { viewport: WIDE });
  page = await signedInPage(server, watched, '/ui/');
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  receiver?.close();
});

async function check({ path, shows }: Screen): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.goto(path);
  await page.locator(shows).first().waitFor({ state: 'attached' });
  await expectAccessibleInAllViews(page);
  await expectReachable(page);
  await page.setViewportSize(ENLARGED);
  await expectFits(page);
  expect(await page.locator('body').locator(MADE).count()).toBe(0);
}

it('every screen is accessible in all views, reached by keys, and shows texts as texts', async () => {
  const wrong: string[] = [];
  for (const screen of screens)
    await check(screen).catch((error: unknown) => {
      wrong.push(`${screen.name}, ${screen.path}: ${String(error)}`);
    });
  expect(wrong).toEqual([]);
  watched.expectQuiet(/status of 422/);
});
