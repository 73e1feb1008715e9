/** The list of runs as a list: keys, folds, children, what of the address narrows it, and many of them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.js';
import { openBrowser } from '../support/browser/open-browser.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { type Watched, watchedContext } from '../support/browser/watched-page.js';
import { startServer, type TestServer } from '../support/server.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const SCRIPT = `
def run(params, reporter):
    if params.get("fail"):
        raise ValueError(params["fail"])
    if params.get("child"):
        reporter.run_task("list", {}, "The child")
    return {"answer": 42}
`;
const RUNS = '/ui/p/default/runs';
const MANY = 120;

let server: TestServer;
let browser: Browser;
let watched: Watched;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  await createMetaTask(server, 'python', SCRIPT, { name: 'List' });
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const body = {
    tasks: Array.from({ length: MANY }, (_, index) => ({
      task_type_identifier: 'list',
      name: `Later ${index}`,
      run_at: later,
    })),
  };
  await server.call('POST', `${TASKS}/batch`, { body });
  for (const params of [
    { child: true },
    { fail: 'no rate' },
    { fail: 'no rate' },
    { fail: 'no rate' },
  ])
    await ended(params);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  watched = await watchedContext(browser, server.url);
});
afterEach(() => watched.context.close());

async function ended(params: { fail?: string; child?: boolean }): Promise<void> {
  const body = { task_type_identifier: 'list', name: params.fail ?? 'Parent', params };
  const { body: task } = await server.call<{ id: string }>('POST', TASKS, { body });
  await taskWhen(server, task.id);
}

async function list(search = ''): Promise<Page> {
  const page = await signedInPage(server, watched, `${RUNS}${search}`);
  await page.locator('tbody tr[data-index]').first().waitFor();
  return page;
}

describe('the list of runs', () => {
  it('folds neighbours that are the same, and opens them', async () => {
    const page = await list();
    await page.getByText('ValueError: no rate').waitFor();
    expect(await page.getByText('ValueError: no rate').count()).toBe(1);
    await page.getByRole('button', { name: '2 more of list, the same' }).click();
    await page.getByText('ValueError: no rate').nth(2).waitFor();
    await page.getByLabel('fold the same').uncheck();
    await page.waitForURL('**fold=false');
    await expectAccessible(page);
    watched.expectQuiet();
  });

  it('has the top level alone, unless the children are wanted', async () => {
    const page = await list();
    await page.getByText('{"answer": 42}').waitFor();
    expect(await page.getByText('The child').count()).toBe(0);
    await page.getByLabel('top level only').uncheck();
    await page.getByText('The child').waitFor();
    expect(page.url()).toContain('roots=false');
    watched.expectQuiet();
  });

  it('is gone through by keys, which open a run, and Escape leads back', async () => {
    const page = await list('?status=failed&fold=false');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.locator('[data-index="0"] a:focus').waitFor();
    const other = watched.context.waitForEvent('page');
    await page.keyboard.press('o');
    await (await other).getByRole('heading', { level: 1, name: 'no rate' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'no rate' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**?status=failed&fold=false');
    watched.expectQuiet();
  });

  it('is narrowed by error and time of the address, each with the way out', async () => {
    const page = await list('?error=script_error&since=24h');
    await page.getByText('ValueError: no rate').waitFor();
    expect(await page.getByText('Later').count()).toBe(0);
    expect(await page.getByLabel('Created', { exact: true }).inputValue()).toBe('24h');
    await page.getByRole('button', { name: 'Leave out: error script_error' }).click();
    await page.waitForURL('**?since=24h');
    watched.expectQuiet();
  });

  it('has few rows in the page however long it is, and reads on by itself', async () => {
    const page = await list('?status=pending&fold=false');
    await page.getByText(`Later ${MANY - 1}`, { exact: true }).waitFor();
    expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(60);
    await until('the oldest one is read', async () => {
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }));
      return (await page.getByText('Later 0', { exact: true }).count()) > 0;
    });
    expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(60);
    watched.expectQuiet();
  });
});
