/**
 * Tests every list and panel while it is loading, after an error, and when the page is offline or signed out: each
 * state is visible, the rest of the page works, and recovery takes at most one click.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { FaultyProxy } from './faulty-proxy.js';
import { type Screen, listScreens } from './screens.js';
import { seedProject } from './seeded-project.js';
import { usePages } from '../support/browser/pages.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { sized } from '../support/size.js';
import { startServer } from '../support/server.js';
import { createTask } from '../support/tasks.js';
import { until } from '../support/until.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

const ID = 'req-0123456789';
const ME = /\/auth\/me/;
const EVENTS = /\/events\?/;
const RUNS = '/ui/p/default/runs';
const LIST = /GET .*\/tasks\?/;
const problem = (status: number, detail: string) => ({
  status,
  body: { code: 'of_a_test', title: 'Of a test', status, detail, request_id: ID },
});
const PAUSE_MS = 40_000;
/**
 * Step by which the clock of a page is advanced while waiting, in ms: less than any pause of the server, more than
 * those of the page.
 */
const STEP_MS = 5_000;
/** Number of screens per one that is asked to wait, since all share the client that waits. */
const PAUSED_EACH = sized(1, 6);
const PAUSED = {
  ...problem(429, 'Too many requests.'),
  headers: { 'Retry-After': String(PAUSE_MS / 1_000) },
};
const BROKEN = problem(500, 'It broke.');
const FORBIDDEN = problem(403, 'The scope tasks:read is missing.');
const GONE = problem(404, 'Nothing is there.');

const pages = usePages(() => startServer({ METARUN_NETWORK_RANGES: '127.0.0.1/32' }), {
  at: () => proxy.url,
  profile: 'new',
});
let receiver: WebhookReceiver;
let proxy: FaultyProxy;
let screens: Screen[];

beforeAll(async () => {
  receiver = await startReceiver();
  proxy = await FaultyProxy.open(() => pages.server.url);
  screens = listScreens(
    await seedProject(pages.server, receiver, { name: 'Seeded', lines: ['one', 'two'] }),
  );
});
afterAll(async () => {
  proxy?.close();
  receiver?.close();
});
afterEach(async () => {
  proxy.heal();
});

/** Opens a page whose clock the test can advance. */
async function open(path: string): Promise<Page> {
  const page = await pages.open('about:blank');
  await page.clock.install();
  await page.goto(path);
  return page;
}

/** Advances the clock of a page until a condition holds, since the pauses of the page are long. */
async function soon(
  page: Page,
  what: string,
  isSo: () => Promise<boolean> | boolean,
): Promise<void> {
  await until(what, async () => {
    if (await isSo()) return true;
    await page.clock.fastForward(STEP_MS);
    return false;
  });
}

async function goThrough(
  page: Page,
  screen: Screen & { asks: RegExp },
  isPaused: boolean,
): Promise<void> {
  const { path, shows } = screen;
  // The address of the page itself may have the same end.
  const asks = new RegExp(`^(?!(GET )?/ui/).*${screen.asks.source}`);
  const before = proxy.asked(asks);
  const asked = (): number => proxy.asked(asks) - before;
  proxy.answer(asks, 'hold');
  await page.goto(path);
  const alert = page.getByRole('alert').first();
  try {
    // Loading: placeholder rows are shown, and no text says that the list is empty.
    await until('it is asked for', () => asked() > 0, AT_ONCE_MS);
    await page.locator('main .skeleton').first().waitFor();
    expect(await page.getByText(/^(No|None|Nothing) |is empty$/).count()).toBe(0);
    // Too many requests: the page waits as long as asked and then continues.
    if (isPaused) {
      const first = asked();
      const began = await page.evaluate(() => Date.now());
      const paused = page.waitForResponse((response) => response.status() === 429);
      proxy.answer(asks, PAUSED);
      await paused;
      proxy.answer(asks, BROKEN);
      await page.clock.fastForward(PAUSE_MS - STEP_MS);
      await soon(page, 'it is asked for again', () => asked() > first);
      expect((await page.evaluate(() => Date.now())) - began).toBeGreaterThanOrEqual(PAUSE_MS);
    } else proxy.answer(asks, BROKEN);
    // Failed: the error and a way to try again are shown, and the rest of the page remains.
    await soon(page, 'it has failed', async () => (await alert.count()) > 0);
    const text = await alert.innerText();
    expect(text).toContain('It broke.');
    expect(text).toContain(ID);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.locator('main h1').waitFor();
    const again = alert.getByRole('button', { name: 'Try again' });
    // Forbidden: the page says who can grant access.
    proxy.answer(asks, FORBIDDEN);
    await again.click();
    await alert.getByText('An administrator').waitFor();
    proxy.heal();
    await again.click();
    // Some screens always match that selector, so the end of the error is awaited first.
    await again.waitFor({ state: 'detached' });
    await page.locator(shows).first().waitFor({ state: 'attached' });
    expect(await page.getByText('It broke.').count()).toBe(0);
    // Gone: an object with its own address is reported as missing.
    if (!screen.asks.source.endsWith('[^/]+$')) return;
    proxy.answer(asks, GONE);
    await page.reload();
    await page
      .getByText(/There is no /)
      .first()
      .waitFor();
  } finally {
    proxy.heal();
  }
}

it('every list and panel shows that it loads, waits, fails or is forbidden, and recovers', async () => {
  const wrong: string[] = [];
  const page = await open('about:blank');
  const asking = screens.flatMap(({ asks, ...screen }) =>
    asks === undefined ? [] : [{ ...screen, asks }],
  );
  for (const [index, screen] of asking.entries())
    await goThrough(page, screen, index % PAUSED_EACH === 0).catch((error: unknown) => {
      wrong.push(`${screen.name}, ${screen.path}: ${String(error)}`);
    });
  expect(wrong).toEqual([]);
});

describe('a page that is not live', () => {
  it('a page without its stream says so on every screen, keeps its content, and reconnects', async () => {
    const page = await open(RUNS);
    await page.getByText('live', { exact: true }).waitFor();
    const rows = page.locator('tbody tr[data-index]');
    await rows.first().waitFor();
    proxy.answer(EVENTS, problem(503, 'Not now.'));
    proxy.cutStreams();
    await page.getByText(/disconnected since .*, reconnecting in \d+ s/).waitFor();
    expect(await rows.count()).toBeGreaterThan(0);
    // Actions and navigation still work.
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.locator('main td').first().waitFor();
    await page.getByText('disconnected since').waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    const id = await createTask(pages.server, 'seeded', { name: 'Meanwhile', lines: [] });
    proxy.heal();
    await soon(page, 'it is live', () => page.getByText('live', { exact: true }).isVisible());
    await page.locator(`a[href$="${id}"]`).first().waitFor();
  });

  it('a gap in the events makes the page reload its list exactly once', async () => {
    const page = await open(RUNS);
    await page.getByText('live', { exact: true }).waitFor();
    await page.locator('tbody tr[data-index]').first().waitFor();
    await settled(page);
    const before = proxy.asked(LIST);
    proxy.say('gap', { last_event_id: 1, oldest: 5, newest: 9 });
    await until('it is read', () => proxy.asked(LIST) > before);
    await settled(page);
    expect(proxy.asked(LIST)).toBe(before + 1);
  });

  it('a page that slept for an hour opens a new stream and reloads its list', async () => {
    const page = await open(RUNS);
    await page.getByText('live', { exact: true }).waitFor();
    const streams = proxy.asked(EVENTS);
    const before = proxy.asked(LIST);
    await page.clock.fastForward('01:00:00');
    await until('another stream is opened', () => proxy.asked(EVENTS) > streams);
    await until('the list is read', () => proxy.asked(LIST) > before);
    await page.getByText('live', { exact: true }).waitFor();
    expect(proxy.openStreams).toBe(1);
  });
});

describe('a page that is opened while the server cannot be reached', () => {
  const rows = (page: Page) => page.locator('tbody tr[data-index]');
  const unreachable = (page: Page) => page.getByRole('alert').getByText('cannot be reached');
  /** Opens a page that has repeated its first request until its pauses are long. */
  const openUnreachable = async (): Promise<Page> => {
    proxy.answer(ME, 'cut');
    const page = await open(RUNS);
    await unreachable(page).waitFor();
    const before = proxy.asked(ME);
    await soon(page, 'it is asked again and again', () => proxy.asked(ME) > before + 5);
    return page;
  };

  it('an unreachable server is reported once, and the page loads as soon as the server answers', async () => {
    const page = await openUnreachable();
    expect(await unreachable(page).count()).toBe(1);
    proxy.heal();
    await soon(page, 'the list is there', async () => (await rows(page).count()) > 0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('one click on "Try again" asks the server immediately', async () => {
    const page = await openUnreachable();
    await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, STEP_MS));
    proxy.heal();
    const asked = proxy.asked(ME);
    await page.getByRole('button', { name: 'Try again' }).click();
    for (let ms = 0; ms < STEP_MS && proxy.asked(ME) === asked; ms += 50)
      await page.clock.runFor(50);
    expect(proxy.asked(ME)).toBe(asked + 1);
  });

  it('a page that comes back online loads what failed before, even without an event about it', async () => {
    for (const path of [/^\/projects\/.*\/retention$/, EVENTS]) proxy.answer(path, 'cut');
    const page = await open('/ui/p/default/settings/retention');
    await soon(page, 'it has failed', async () => (await unreachable(page).count()) > 0);
    proxy.heal();
    await soon(page, 'it is there', async () => (await page.locator('main form').count()) > 0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('a page of a server that changes', () => {
  it('a page of an older version offers a reload and never reloads by itself', async () => {
    const page = await open(`${RUNS}?q=typed`);
    await page.getByText('live', { exact: true }).waitFor();
    const { body } = await pages.server.call<object>('GET', '/auth/me');
    const session = { id: 'of a test', expires_at: '2100-01-01T00:00:00.000Z' };
    proxy.answer(ME, { status: 200, body: { ...body, session, version: '9.9.9' } });
    proxy.say('hello', { now: new Date().toISOString(), newest: 1, version: '9.9.9' });
    await page.getByText('The server was updated to version 9.9.9.').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('typed');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('The server was updated').waitFor({ state: 'detached' });
  });

  it('a screen whose code is gone reports that, and the rest of the page keeps working', async () => {
    const page = await open(RUNS);
    await page.locator('tbody tr[data-index]').first().waitFor();
    proxy.answer(/\/ui\/assets\//, GONE);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('alert').getByText('could not be loaded').waitFor();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    proxy.heal();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.locator('tbody tr[data-index]').first().waitFor();
  });
});

it('an ended session opens a sign-in dialog over the page, which keeps the typed text', async () => {
  const page = await open('/ui/p/default/webhooks/new');
  await page.getByLabel('Description').fill('Kept');
  await page.getByLabel('Address').fill(`${receiver.url}/kept`);
  // The stream is cut, so only the answer to an action shows that the session has ended.
  proxy.answer(EVENTS, 'hold');
  proxy.cutStreams();
  await pages.server.call('DELETE', '/auth/sessions');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your session has ended').waitFor();
  await dialog.getByLabel('Access token').fill(pages.server.adminToken);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Description').inputValue()).toBe('Kept');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('region', { name: 'Secret' }).waitFor();
});

/** Resolves when a page makes no more requests. */
async function settled(page: Page): Promise<void> {
  await until('nothing more is asked for', async () => {
    const before = proxy.requests.length;
    await page.evaluate(
      () => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))),
    );
    return proxy.requests.length === before;
  });
}
