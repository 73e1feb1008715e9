import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { watchedContext } from '../support/browser/watched-page.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = `
def run(params, reporter):
    if params.get("fail"):
        raise ValueError(params["fail"])
    if params.get("child"):
        reporter.run_task("list", {}, "The child")
    return {"answer": 42}
`;
const RUNS = '/ui/p/default/runs';
/** Number of runs, more than are read at once if they add no row. */
const MANY = 320;

const pages = usePages(sharedServer);
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'List' });
  await held(MANY, 'Later');
  for (const params of [
    { child: true },
    { fail: 'no rate' },
    { fail: 'no rate' },
    { fail: 'no rate' },
  ])
    await ended(params);
});

async function ended(params: { fail?: string; child?: boolean }): Promise<void> {
  const body = { task_type_identifier: 'list', name: params.fail ?? 'Parent', params };
  const { body: task } = await pages.server.call<{ id: string }>('POST', TASKS, { body });
  await taskWhen(pages.server, task.id);
}

/** Creates tasks that are due tomorrow. */
async function held(count: number, name: string): Promise<void> {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const tasks = Array.from({ length: count }, (_, index) => ({
    task_type_identifier: 'list',
    name: `${name} ${index}`,
    run_at: later,
  }));
  await pages.server.call('POST', `${TASKS}/batch`, { body: { tasks } });
}

async function list(search = ''): Promise<Page> {
  const page = await pages.open(`${RUNS}${search}`);
  await page.locator('tbody tr[data-index]').first().waitFor();
  return page;
}

describe('the list of runs', () => {
  it('the list of runs folds equal neighbours and unfolds them on request', async () => {
    const page = await list();
    await page.getByText('ValueError: no rate').waitFor();
    expect(await page.getByText('ValueError: no rate').count()).toBe(1);
    await page.getByRole('button', { name: '2 more runs of list with the same outcome' }).click();
    await page.getByText('ValueError: no rate').nth(2).waitFor();
    await page.getByLabel('group identical runs').uncheck();
    await page.waitForURL('**fold=false');
    await expectAccessible(page);
    pages.watched.expectQuiet();
  });

  it('the list of runs shows only the top level unless children are requested', async () => {
    const page = await list();
    await page.getByText('{"answer": 42}').waitFor();
    expect(await page.getByText('The child').count()).toBe(0);
    await page.getByLabel('top level only').uncheck();
    await page.getByText('The child').waitFor();
    expect(page.url()).toContain('roots=false');
    pages.watched.expectQuiet();
  });

  it('keys move through the list of runs and open a run, and Escape leads back', async () => {
    const page = await list('?status=failed&fold=false');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.locator('[data-index="0"] a:focus').waitFor();
    const other = pages.watched.context.waitForEvent('page');
    await page.keyboard.press('o');
    await (await other).getByRole('heading', { level: 1, name: 'no rate' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'no rate' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**?status=failed&fold=false');
    await page.locator('tbody tr[data-index]').first().waitFor();
    for (const [key, place] of [
      ['l', /tab=logs/],
      ['t', /tab=timeline/],
      ['e', /\/again/],
    ] as const) {
      await page.keyboard.press('j');
      await page.locator('[data-index] a:focus').waitFor();
      await page.keyboard.press(key);
      await page.waitForURL(place);
      await page.goBack();
      await page.locator('tbody tr[data-index]').first().waitFor();
    }
    pages.watched.expectQuiet();
  });

  it('the list of runs is filtered by error and time in the address, and each filter can be removed', async () => {
    const page = await list('?error=script_error&since=24h');
    await page.getByText('ValueError: no rate').waitFor();
    await page.getByText('Later').first().waitFor({ state: 'detached' });
    expect(await page.getByRole('combobox', { name: 'Created' }).inputValue()).toBe('24h');
    await page.getByRole('button', { name: 'Remove filter: error: script_error' }).click();
    await page.waitForURL('**?since=24h');
    pages.watched.expectQuiet();
  });

  it('the list of runs is filtered by status, creator, meta-task and version, and can be sorted', async () => {
    const page = await list('?fold=false');
    await page.getByRole('button', { name: `pending ${MANY}` }).waitFor();
    await page.getByRole('button', { name: 'failed 3' }).click();
    await page.getByRole('button', { name: /^success/ }).click();
    await page.waitForURL(/status=failed%2Csuccess/);
    await page.getByText('Parent', { exact: true }).waitFor();
    await page
      .getByText(/^Later/)
      .first()
      .waitFor({ state: 'detached' });
    const maker = page.getByRole('combobox', { name: 'Started by' });
    await maker.selectOption({ label: 'by me' });
    await page.getByText('No matching runs').waitFor();
    await maker.selectOption({ label: 'by key tests' });
    await page.waitForURL(/by=api_key/);
    await page.getByText('Parent', { exact: true }).waitFor();
    const type = page.getByRole('combobox', { name: 'Meta-task' });
    await type.focus();
    await page.locator('datalist option[value="list"]').waitFor({ state: 'attached' });
    await type.fill('list');
    await page.keyboard.press('Enter');
    await page.getByLabel('Version', { exact: true }).fill('2');
    await page.keyboard.press('Enter');
    await page.waitForURL(/version=2/);
    await page.getByText('No matching runs').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Order', { exact: true }).selectOption('finished');
    await page.waitForURL(/order=finished/);
    await page.getByText('no rate', { exact: true }).first().waitFor();
    // Unfinished runs have no end time. The rows of the former order stay until the new ones arrive.
    await page
      .getByText(/^Later/)
      .first()
      .waitFor({ state: 'detached' });
    // A run that ends moves to the top of this order.
    await ended({ fail: 'the last one' });
    await page.locator('[data-index="0"]').getByText('the last one', { exact: true }).waitFor();
    pages.watched.expectQuiet();
  });

  it('the list of runs is narrowed to a time range dragged on the chart or chosen in its table', async () => {
    // The newest bar covers a short time and must contain a run even if the earlier tests took long.
    await ended({ fail: 'just now' });
    const page = await list();
    const bars = page.getByRole('img', { name: /^Runs by time/ });
    const { x = 0, y = 0, width = 0 } = (await bars.boundingBox()) ?? {};
    await page.mouse.move(x + 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.up();
    await page.waitForURL(/since=.*until=/);
    await page.getByText('No matching runs').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('As a table').click();
    await page
      .getByRole('button', { name: /^Show only runs from/ })
      .last()
      .click();
    await page.waitForURL(/since=/);
    await page.getByText('just now', { exact: true }).first().waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('combobox', { name: 'Created' }).inputValue()).toBe('between');
    await page.getByLabel('From', { exact: true }).fill('2026-01-01T00:00');
    await page.keyboard.press('Enter');
    await page.getByText('Figures cover 31 days at most').waitFor();
    pages.watched.expectQuiet();
  });

  it('a view is saved in the browser with its columns, and a link to it brings its name along', async () => {
    const page = await list('?status=failed&fold=false');
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByLabel('Attempt', { exact: true }).check();
    await page.getByRole('checkbox', { name: 'Started by' }).uncheck();
    await page.getByRole('columnheader', { name: 'Attempt' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Started by' }).count()).toBe(0);
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('My failures');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/view=My\+failures|view=My%20failures/);
    const link = page.url();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'All' }).click();
    await page
      .getByText(/^Later/)
      .first()
      .waitFor();
    // The columns stay the same until an address sets others.
    await page.getByRole('columnheader', { name: 'Attempt' }).waitFor();
    await page.reload();
    await views.getByRole('link', { name: 'My failures' }).click();
    await page.waitForURL(/cols=.*fold=false.*status=failed.*view=My/);
    const other = await watchedContext(pages.browser, pages.server.url);
    const shared = await signedInPage(pages.server, other, link.slice(pages.server.url.length));
    await shared.getByRole('button', { name: 'Save view My failures' }).click();
    await shared.getByRole('link', { name: 'My failures' }).waitFor();
    await shared.getByRole('button', { name: 'Delete view My failures' }).click();
    await shared.getByRole('link', { name: 'My failures' }).waitFor({ state: 'detached' });
    other.expectQuiet();
    await other.context.close();
    pages.watched.expectQuiet();
  });

  it('the list of runs is requested before the page code loads, and once more when the page is live', async () => {
    const page = await pages.open('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().slice(pages.server.url.length)));
    await page.goto(RUNS);
    await page.locator('tbody tr[data-index]').first().waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    const [row] = await page.locator('tbody tr[data-index] a').all();
    const href = (await row?.getAttribute('href')) ?? '';
    await page.goto(href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    const task = `/tasks/${href.split('/').at(-1)}`;
    const times = (pattern: RegExp): number => asked.filter((one) => pattern.test(one)).length;
    const listing = /\/tasks\?roots=true&limit=50&fields=all$/;
    await until('both are requested again', () =>
      [listing, new RegExp(`${task}$`)].every((one) => times(one) > 1),
    );
    const first = asked.findIndex((one) => listing.test(one));
    expect(first).toBeLessThan(asked.findIndex((one) => /\/approvals\?/.test(one)));
    // Each of the two pages makes one request.
    expect(times(/^\/auth\/me$/)).toBe(2);
    expect(times(listing)).toBe(2);
    expect(times(new RegExp(`${task}$`))).toBe(2);
    pages.watched.expectQuiet();
  });

  it('the list of runs stops loading after some pages that add no row, and continues on request', async () => {
    const page = await list();
    await page.getByRole('button', { name: `pending ${MANY}` }).waitFor();
    const older = page.getByRole('button', { name: 'Older runs' });
    await older.waitFor();
    expect(pages.watched.requests.filter((one) => /bulk|preview|find/.test(one))).toEqual([]);
    expect(
      await page
        .getByRole('button', { name: /more runs of list with the same outcome/ })
        .first()
        .innerText(),
    ).not.toContain(String(MANY - 1));
    await older.click();
    await page.getByText(`${MANY - 1} more runs of list with the same outcome`).waitFor();
    pages.watched.expectQuiet();
  });

  it('a long list of runs keeps few rows in the page and loads more while scrolling', async () => {
    const page = await list('?status=pending&fold=false');
    await page.getByText(`Later ${MANY - 1}`, { exact: true }).waitFor();
    expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(60);
    await until('the oldest one is read', async () => {
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }));
      return (await page.getByText('Later 0', { exact: true }).count()) > 0;
    });
    expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(60);
    // New runs wait above the list, so that its rows do not move.
    await held(1, 'Newer');
    await page.getByRole('button', { name: '1 new run' }).click();
    await page.locator('[data-index="0"]').getByText('Newer 0', { exact: true }).waitFor();
    pages.watched.expectQuiet();
  });
});
