/** Tests the dashboard at an unencrypted address of another machine, where browsers offer fewer functions. */
import { expect, it } from '@jest/globals';
import { usePages } from '../support/browser/pages.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, TASKS } from '../support/tasks.js';
import { until } from '../support/until.js';

const HOST = 'tasks.internal.test';
const RUNS = '/ui/p/default/runs';
const SCRIPT = 'def run(params, reporter):\n    return 1\n';
/** Messages that the browser logs for headers that it ignores at such an address. */
const IGNORED = /Cross-Origin-Opener-Policy|Clear-Site-Data|Origin-Agent-Cluster|status of 401/;

const pages = usePages(sharedServer, {
  at: ({ url }) => url.replace('127.0.0.1', HOST),
  browser: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
});

it('a browser on plain HTTP signs in and out by Origin, and each visible tab has its own stream', async () => {
  const { server, watched } = pages;
  const page = await watched.newPage(RUNS);
  const offered = await page.evaluate(() => [
    isSecureContext,
    'locks' in navigator,
    'clipboard' in navigator,
    'randomUUID' in crypto,
  ]);
  expect(offered).toEqual([false, false, false, false]);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByLabel('Access token').fill(server.adminToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const headers = await (await sent).allHeaders();
  expect(headers['sec-fetch-site']).toBeUndefined();
  expect(headers['origin']).toBe(server.url.replace('127.0.0.1', HOST));
  const tabs = [page, await watched.newPage(RUNS), await watched.newPage('/ui/p/default')];
  for (const tab of tabs.slice(0, 2)) await tab.getByText('live', { exact: true }).waitFor();
  await createMetaTask(server, 'python', SCRIPT, { name: 'Quick' });
  const body = { task_type_identifier: 'quick', name: 'Seen in the clear' };
  expect((await server.call('POST', TASKS, { body })).status).toBe(201);
  for (const tab of tabs.slice(0, 2))
    await tab
      .getByRole('row')
      .filter({ hasText: 'Seen in the clear' })
      .getByText('success')
      .waitFor();
  await tabs[2]?.getByText('Seen in the clear').waitFor();
  const streams = watched.requests.filter((one) => one.endsWith('/events'));
  expect(streams).toHaveLength(tabs.length);
  // A hidden tab holds no stream, and reads what it missed when it is shown.
  const hidden = async (isHidden: boolean): Promise<void> =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      isHidden ? 'hidden' : 'visible',
    );
  await hidden(true);
  const missed = { ...body, name: 'Not seen at once' };
  expect((await server.call('POST', TASKS, { body: missed })).status).toBe(201);
  await tabs[1]?.getByText('Not seen at once').waitFor();
  expect(await page.getByText('Not seen at once').count()).toBe(0);
  await hidden(false);
  await page.getByText('Not seen at once').waitFor();
  await page.getByRole('link', { name: 'Seen in the clear' }).click();
  await page.getByRole('button', { name: /^Copy/ }).first().click();
  await until('what was to be copied is selected', () =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.className === 'to-copy'),
  );
  await page.getByText('admin, admin').click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Access token').waitFor();
  expect(await watched.context.cookies()).toEqual([]);
  watched.expectQuiet(IGNORED);
});
