/**
 * Tests every screen on a project whose texts were written by an attacker: its elements are visible and reachable in
 * light and dark, wide and narrow, and the texts remain texts.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ATTACK_NAME, ATTACKS } from './hostile-texts.js';
import { expectAccessibleInAllViews, expectFits, WIDE } from '../support/browser/accessibility.js';
import { expectReachable } from './keyboard.js';
import { type Screen, listScreens } from './screens.js';
import { seedProject } from './seeded-project.js';
import { goTo, noteOffered, pressAll, listRefusedRequests } from './offered.js';
import { usePages } from '../support/browser/pages.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { watchedContext } from '../support/browser/watched-page.js';
import { sized, WHOLE_SIZE } from '../support/size.js';
import { startServer } from '../support/server.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

/** Size of a page of 1280 pixels at a zoom of 200 %. */
const ENLARGED = { width: 640, height: 400 };
/** Elements that exist only if a text became markup or changed the page. */
const MADE = 'script, iframe, object, embed, base[href*=attacker], meta[http-equiv], style, link';

/** A third of the attacks. Attacks of one kind are adjacent, and shorter screens are tested faster. */
const EVERY_THIRD = ATTACKS.filter((_, index) => index % 3 === 0);
/** Address without a screen. */
const NOTHING = { path: '/ui/nothing/at/all' };

const pages = usePages(() => startServer({ METARUN_NETWORK_RANGES: '127.0.0.1/32' }), {
  context: { viewport: WIDE },
  profile: 'kept',
});
let receiver: WebhookReceiver;
let page: Page;
let screens: Screen[];

beforeAll(async () => {
  receiver = await startReceiver();
  const texts = { name: ATTACK_NAME, lines: sized(ATTACKS, EVERY_THIRD) };
  screens = listScreens(await seedProject(pages.server, receiver, texts));
  page = await pages.open('/ui/');
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
});
afterAll(async () => {
  receiver?.close();
});

/** Leaves a screen that already shows the mark of the next one. */
async function leave(from: Page, shows: string): Promise<void> {
  if ((await from.locator(shows).count()) === 0) return;
  await goTo(from, NOTHING);
  await from.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
}

/** Shows a screen without remains of the one before. */
async function show({ path, shows }: Screen): Promise<void> {
  await page.setViewportSize(WIDE);
  // At less than whole size, screens are opened like links within the dashboard, which is far cheaper.
  if (WHOLE_SIZE) await page.goto(path);
  else {
    await leave(page, shows);
    await goTo(page, { path });
  }
  await page.locator(shows).first().waitFor({ state: 'attached' });
}

async function check(screen: Screen, index: number): Promise<void> {
  await show(screen);
  await expectAccessibleInAllViews(page, index % 2 === 0 ? 'wide' : 'phone');
  // The navigation is the same on all screens.
  await expectReachable(page, WHOLE_SIZE || index === 0 ? 'body' : 'main');
  await page.setViewportSize(ENLARGED);
  await expectFits(page);
  expect(await page.locator('body').locator(MADE).count()).toBe(0);
}

it('every screen is accessible in all views, reachable by keyboard, and renders texts as plain text', async () => {
  const wrong: string[] = [];
  for (const [index, screen] of screens.entries())
    await check(screen, index).catch((error: unknown) => {
      wrong.push(`${screen.name}, ${screen.path}: ${String(error)}`);
    });
  expect(wrong).toEqual([]);
  pages.watched.expectQuiet(/status of 422/);
});

// At normal size, each role is tested on half of the screens.
it.each([
  ['viewer', 0],
  ['author', 1],
] as const)(
  'a user with the role %s is offered nothing that the API would refuse',
  async (role, half) => {
    const { server, browser } = pages;
    const request = { name: `as ${role}`, role };
    const made = await server.call<{ token: string }>('POST', '/auth/tokens', { body: request });
    const { token } = made.body;
    const own = await watchedContext(browser, server.url, { viewport: WIDE });
    const refusedReads: string[] = [];
    own.context.on('response', (answer) => {
      if (answer.status() === 403)
        refusedReads.push(`${answer.request().method()} ${answer.url()}`);
    });
    await noteOffered(own.context);
    const looking = await signedInPage(server, own, '/ui/', token);
    await looking.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    const sent = new Set<string>();
    const links = new Set<string>();
    const closed = new Set<string>();
    for (const screen of screens.filter((_, index) => WHOLE_SIZE || index % 2 === half)) {
      await leave(looking, screen.shows);
      await goTo(looking, screen);
      const needs = looking.getByText(/This requires (?:the role|an administrator)/);
      // Some screens say in a note what the role cannot do.
      const shown = looking.locator(screen.shows).or(looking.locator('main :is(.note, .figures)'));
      await shown.or(needs).first().waitFor({ state: 'attached' });
      if ((await needs.count()) > 0) closed.add(screen.path);
      const offered = await pressAll(looking);
      for (const one of offered.sent) sent.add(one);
      for (const one of offered.links) links.add(one);
    }
    expect(refusedReads).toEqual([]);
    expect(sent.size).toBeGreaterThan(0);
    expect(await listRefusedRequests(server, token, sent)).toEqual([]);
    // No button leads to a screen that says only which role it needs.
    expect([...links].filter((path) => closed.has(path))).toEqual([]);
    await own.context.close();
  },
);
