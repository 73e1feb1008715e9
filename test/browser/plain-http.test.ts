/** The dashboard at an address that is neither this machine nor encrypted, where browsers offer less. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser/open-browser.js';
import { watchedContext } from '../support/browser/watched-page.js';
import { startServer, type TestServer } from '../support/server.js';
import { TASKS } from '../support/tasks.js';

const HOST = 'tasks.internal.test';
const SCRIPT = 'def run(params, reporter):\n    return 1\n';
/** Headers that a browser leaves out of account there, and says so. */
const IGNORED = /Cross-Origin-Opener-Policy|Clear-Site-Data|Origin-Agent-Cluster|status of 401/;

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer(),
    openBrowser(`--host-resolver-rules=MAP ${HOST} 127.0.0.1`),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('signs in and out by Origin, and follows by a stream of the tab that is seen', async () => {
  const url = server.url.replace('127.0.0.1', HOST);
  const watched = await watchedContext(browser, url);
  const page = await watched.newPage('/ui/p/default/runs');
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([
    false,
    false,
  ]);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByLabel('Access token').fill(server.adminToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const headers = await (await sent).allHeaders();
  expect(headers['sec-fetch-site']).toBeUndefined();
  expect(headers['origin']).toBe(url);
  await page.getByText('live', { exact: true }).waitFor();
  await server.call('POST', '/projects/default/task-types/', {
    body: { name: 'Quick', script: SCRIPT },
  });
  const body = { task_type_identifier: 'quick', name: 'Seen in the clear' };
  expect((await server.call('POST', TASKS, { body })).status).toBe(201);
  const row = page.getByRole('row').filter({ hasText: 'Seen in the clear' });
  await row.getByText('success').waitFor();
  await page.getByText('admin, admin').click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Access token').waitFor();
  expect(await watched.context.cookies()).toEqual([]);
  watched.expectQuiet(IGNORED);
});
