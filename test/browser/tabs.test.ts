/** Many tabs of one browser: they share one stream, whichever of them goes, freezes or crashes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { FaultyProxy } from '../support/browser/faulty-proxy.js';
import { openBrowser } from '../support/browser/open-browser.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { type Watched, watchedContext } from '../support/browser/watched-page.js';
import { startServer, type HostedServer } from '../support/server.js';
import { createMetaTask, TASKS } from '../support/tasks.js';
import { until } from '../support/until.js';

const RUNS = '/ui/p/default/runs';
const EVENTS = /\/events\?/;
const TABS = 10;
/** A tab asks so often whether the one that leads answers, and waits for it: ms. */
const ASKS_WITHIN = 25_000;

let server: HostedServer;
let browser: Browser;
let proxy: FaultyProxy;
let watched: Watched;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  proxy = await FaultyProxy.open(() => server.url);
  await createMetaTask(server, 'python', 'def run(params, reporter):\n    return 1\n', {
    name: 'Quick',
  });
});
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await server?.stop();
});
beforeEach(async () => {
  watched = await watchedContext(browser, proxy.url);
});
afterEach(async () => {
  proxy.heal();
  await watched.context.close();
});

async function tab(): Promise<Page> {
  const page = await signedInPage(
    { ...server, url: proxy.url, adminToken: server.adminToken },
    watched,
    RUNS,
  );
  await page.getByText('live', { exact: true }).waitFor();
  return page;
}

/** Makes a run, and waits until each of the tabs shows it. */
async function shownIn(tabs: readonly Page[], name: string): Promise<void> {
  const body = { task_type_identifier: 'quick', name };
  const answer = await server.call('POST', TASKS, { body });
  expect(answer.status).toBe(201);
  for (const page of tabs) await page.getByText(name, { exact: true }).waitFor();
}

it('ten of them are live by one stream, also after the one that led was closed, or has crashed', async () => {
  const tabs: Page[] = [];
  while (tabs.length < TABS) tabs.push(await tab());
  expect(proxy.openStreams).toBe(1);
  await shownIn(tabs, 'Seen by ten');
  const [closed, crashed, ...others] = tabs;
  if (crashed === undefined) throw new Error('There are too few tabs.');
  await closed?.close();
  await until('another one leads', () => proxy.openStreams === 1 && proxy.asked(EVENTS) >= 2);
  await shownIn(others, 'Seen by nine');
  const devtools = await watched.context.newCDPSession(crashed);
  const gone = crashed.waitForEvent('crash');
  // It has no answer.
  devtools.send('Page.crash').catch(() => undefined);
  await gone;
  await until('a third one leads', () => proxy.openStreams === 1 && proxy.asked(EVENTS) >= 3);
  await shownIn(others, 'Seen by eight');
});

it('a tab that is frozen leads no longer than until another one is looked at', async () => {
  const leader = await tab();
  const other = await signedInPage({ ...server, url: proxy.url }, watched, 'about:blank');
  await other.clock.install();
  await other.goto(RUNS);
  await other.getByText('live', { exact: true }).waitFor();
  const before = proxy.asked(EVENTS);
  const devtools = await watched.context.newCDPSession(leader);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await until('the other one opens a stream', async () => {
    await other.clock.fastForward(ASKS_WITHIN);
    return proxy.asked(EVENTS) > before;
  });
  await shownIn([other], 'Seen while it is frozen');
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await shownIn([leader, other], 'Seen by both');
  await until('one stream is left', () => proxy.openStreams === 1);
});
