import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { FaultyProxy } from './faulty-proxy.js';
import { usePages } from '../support/browser/pages.js';
import { sized } from '../support/size.js';
import { startServer } from '../support/server.js';
import { createMetaTask, TASKS } from '../support/tasks.js';
import { until } from '../support/until.js';
import { freePort } from '../support/ports.js';

const RUNS = '/ui/p/default/runs';
const EVENTS = /\/events\?/;
/** Number of tabs. One is closed, one crashes, and one then leads. */
const TABS = sized(10, 4);
/** Interval at which a tab checks whether the leading tab answers, plus the wait for its answer, in ms. */
const ASKS_WITHIN = 25_000;

/** The port is fixed because the name of the cookie contains it. */
const pages = usePages(async () => startServer({ METARUN_PORT: String(await freePort()) }), {
  at: () => proxy.url,
  profile: 'new',
});
let proxy: FaultyProxy;

beforeAll(async () => {
  proxy = await FaultyProxy.open(() => pages.server.url);
  await createMetaTask(pages.server, 'python', 'def run(params, reporter):\n    return 1\n', {
    name: 'Quick',
  });
});
afterAll(async () => {
  proxy?.close();
});
afterEach(async () => {
  proxy.heal();
});

async function tab(): Promise<Page> {
  const page = await pages.open(RUNS);
  await page.getByText('live', { exact: true }).waitFor();
  return page;
}

/** Creates a run and waits until each tab shows it. */
async function shownIn(tabs: readonly Page[], name: string): Promise<void> {
  const body = { task_type_identifier: 'quick', name };
  const answer = await pages.server.call('POST', TASKS, { body });
  expect(answer.status).toBe(201);
  for (const page of tabs) await page.getByText(name, { exact: true }).waitFor();
}

it('many tabs share one stream, even after the leading tab is closed or crashes', async () => {
  const tabs: Page[] = [];
  while (tabs.length < TABS) tabs.push(await tab());
  expect(proxy.openStreams).toBe(1);
  await shownIn(tabs, 'Seen by all');
  const [closed, crashed, ...others] = tabs;
  if (crashed === undefined) throw new Error('There are too few tabs.');
  await closed?.close();
  await until('another one leads', () => proxy.openStreams === 1 && proxy.asked(EVENTS) >= 2);
  await shownIn(others, 'Seen by all but one');
  const devtools = await pages.watched.context.newCDPSession(crashed);
  const gone = crashed.waitForEvent('crash');
  // This command gets no answer.
  devtools.send('Page.crash').catch(() => undefined);
  await gone;
  await until('a third one leads', () => proxy.openStreams === 1 && proxy.asked(EVENTS) >= 3);
  await shownIn(others, 'Seen by all but two');
});

it('another tab takes over the stream of a frozen tab, and only one stream remains', async () => {
  const leader = await tab();
  const other = await pages.open('about:blank');
  await other.clock.install();
  await other.goto(RUNS);
  await other.getByText('live', { exact: true }).waitFor();
  const before = proxy.asked(EVENTS);
  const devtools = await pages.watched.context.newCDPSession(leader);
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

it('all tabs share one stream again after a restart of the server, and none is signed out', async () => {
  const tabs = [await tab(), await tab(), await tab()];
  const other = await pages.open('/ui/p/default');
  await other.getByRole('heading', { level: 1 }).waitFor();
  await pages.server.close();
  for (const page of tabs) await page.getByText(/^disconnected since/).waitFor();
  await pages.server.reopen();
  for (const page of tabs) await page.getByText('live', { exact: true }).waitFor();
  await until('one stream is left', () => proxy.openStreams === 1);
  await shownIn([...tabs, other], 'Seen after the restart');
  expect(await other.getByLabel('Access token').count()).toBe(0);
});
