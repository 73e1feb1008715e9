import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = `
import time

def run(params, reporter):
    done = 0
    while params.get("bar") and not reporter.files.exists("/go"):
        done += 1
        print(f"\\rloaded {done:4}", end="", flush=True)
        time.sleep(0.05)
    if done > 0:
        print("\\rloaded all ")
    for row in range(params.get("rows", 0)):
        reporter.log(f"\\x1b[31mrow\\x1b[0m {row}" + " word" * params.get("words", 0), level="warning" if row % 1000 == 0 else "info")
    while params.get("asks"):
        print("got", reporter.wait_for_event("go"))
`;
const RUNS = '/ui/p/default/runs';
const FILES = '/external/v1/projects/default/files/content';

const pages = usePages(sharedServer);
let long: string;

beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Talks' });
  long = await createTask(pages.server, 'talks', { rows: 7_000 });
  await taskWhen(pages.server, long, ({ status }) => status === 'success', 60_000);
});

function log(page: Page) {
  return page.getByRole('log');
}

describe('the log of a run', () => {
  it('a log opens at its end, keeps few rows in the page and loads older lines on scrolling up', async () => {
    const page = await pages.open(`${RUNS}/${long}?tab=logs`);
    await log(page).getByText('row 6999', { exact: true }).waitFor();
    expect(await page.locator('.log-row').count()).toBeLessThan(150);
    expect(await page.locator('.ansi-red').first().innerText()).toBe('row');
    await page.getByText('1,000 lines loaded so far').waitFor();
    await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await page.getByText('6,000 lines loaded so far').waitFor();
    await log(page).getByText('row 6000', { exact: true }).waitFor();
    await expectAccessible(page);
    pages.watched.expectQuiet();
  });

  it('the first visible line of a wrapped log stays in place when older lines are loaded', async () => {
    const wide = await createTask(pages.server, 'talks', { rows: 2_000, words: 80 });
    await taskWhen(pages.server, wide, ({ status }) => status === 'success', 60_000);
    const page = await pages.open(`${RUNS}/${wide}?tab=logs&wrap=true`);
    await page.getByText('1,000 lines loaded so far').waitFor();
    const older = Promise.withResolvers<void>();
    await page.route(/logs\?.*before=[1-9]/, async (route) => {
      await older.promise;
      await route.continue();
    });
    const row = log(page).getByText('row 1003 ');
    const measureTop = () => row.evaluate((element) => element.getBoundingClientRect().top);
    await log(page).evaluate((element) => element.scrollTo({ top: 100 }));
    await row.waitFor();
    const before = await measureTop();
    // While a log is being scrolled, rows are not measured at once.
    await page.waitForTimeout(500);
    older.resolve();
    await page.getByText('1,000 lines loaded so far').waitFor({ state: 'detached' });
    await log(page).getByText('row 995 ').waitFor();
    expect(await measureTop()).toBeCloseTo(before, 0);
    pages.watched.expectQuiet();
  });

  it('a search covers the whole log, steps from match to match, and keeps its line over a reload', async () => {
    const page = await pages.open(`${RUNS}/${long}?tab=logs`);
    await log(page).getByText('row 6999', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ROW 12');
    await page.getByText('111', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('111 of 111').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('n');
    await page.getByText('1 of 111').waitFor();
    await page.keyboard.press('N');
    await page.keyboard.press('N');
    await page.getByText('110 of 111').waitFor();
    const marked = log(page).locator('[aria-current]').getByText('row 1298', { exact: true });
    await marked.waitFor();
    await page.reload();
    await marked.waitFor();
    pages.watched.expectQuiet();
  });

  it('a range of log lines can be copied, and the log jumps to a given time', async () => {
    await pages.watched.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await pages.open(`${RUNS}/${long}?tab=logs`);
    await log(page).getByText('row 6999', { exact: true }).waitFor();
    await log(page).getByRole('button', { name: 'Link to line 6998', exact: true }).click();
    await log(page)
      .getByRole('button', { name: 'Link to line 7000', exact: true })
      .click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Copy 3 lines' }).click();
    await page.getByText('copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('row 6997\nrow 6998\nrow 6999');
    expect(await log(page).locator('[aria-current]').count()).toBe(3);
    await page.getByRole('button', { name: 'Go to time…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Go' }).click();
    await dialog.getByText('This is not a valid time.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Time').fill('2020-01-01T00:00:00.000');
    await dialog.getByRole('button', { name: 'Go' }).click();
    await log(page).locator('[aria-current]').getByText('row 0', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy 3 lines' }).waitFor({ state: 'detached' });
    pages.watched.expectQuiet();
  });

  it('the level filter shows its number of lines and is kept in the address', async () => {
    const page = await pages.open(`${RUNS}/${long}?tab=logs`);
    await page.getByLabel('Minimum level').selectOption({ label: 'warnings · 7' });
    await log(page).getByText('row 6000', { exact: true }).waitFor();
    await page.getByText('7 lines', { exact: true }).waitFor();
    expect(page.url()).toContain('level=warning');
    await page.getByLabel('Minimum level').selectOption('error');
    await page.getByRole('button', { name: 'Show all levels' }).click();
    await log(page).getByText('row 6999', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.log$/);
    pages.watched.expectQuiet();
  });

  it('a progress bar is one line that moves', async () => {
    const id = await createTask(pages.server, 'talks', { bar: true });
    const page = await pages.open(`${RUNS}/${id}?tab=logs`);
    const row = log(page).getByText(/^loaded +\d+$/);
    await row.waitFor();
    const text = await row.innerText();
    await log(page).getByText(text, { exact: true }).waitFor({ state: 'detached' });
    await row.waitFor();
    expect(await page.locator('.log-row').count()).toBe(1);
    await pages.server.call('PUT', FILES, { body: { path: '/go', content: 'now' } });
    await log(page).getByText('loaded all ', { exact: true }).waitFor();
    expect(await page.locator('.log-row').count()).toBe(1);
    pages.watched.expectQuiet();
  });

  it('two tabs show new log lines live, and a reader further up gets a count of new lines', async () => {
    const id = await createTask(pages.server, 'talks', { rows: 300, asks: true });
    await taskWhen(pages.server, id, ({ status }) => status === 'waiting', 30_000);
    const page = await pages.open(`${RUNS}/${id}?tab=logs`);
    const overview = await pages.watched.newPage(`${RUNS}/${id}`);
    await log(page).getByText('row 299', { exact: true }).waitFor();
    await overview.getByText('row 299', { exact: true }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    const send = (payload: string) =>
      pages.server.call('POST', `${TASKS}/${id}/events/go`, { body: { payload } });
    await send('first');
    await log(page).getByText('got first').waitFor();
    await overview.getByText('got first').waitFor();
    await log(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await send('second');
    await page.getByRole('button', { name: '1 new line ↓' }).click();
    await log(page).getByText('got second').waitFor();
    const streams = pages.watched.requests.filter((one) => one.endsWith('/default/events'));
    const tasks = pages.watched.requests.filter((one) => one.endsWith(`${id}/events`));
    expect([streams, tasks].flat().length).toBeLessThanOrEqual(2);
    pages.watched.expectQuiet();
  });
});
