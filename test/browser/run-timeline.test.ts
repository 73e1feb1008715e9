import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const ORDER = `
def run(params, reporter):
    reporter.step("reserve <b>stock</b>", lambda: 7)
    reporter.run_tasks([("label", {"n": n}, f"label {n}") for n in range(10)], settled=True)
    reporter.wait_for_event("go")
    reporter.step("book courier", lambda: {"number": "C-17"})
`;
const LABEL = `
def run(params, reporter):
    print(f"printing label {params['n']}")
    if params["n"] == 4:
        raise RuntimeError("out of paper")
`;
const RUNS = '/ui/p/default/runs';

const pages = usePages(sharedServer);
let order: string;

beforeAll(async () => {
  await createMetaTask(pages.server, 'python', LABEL, { name: 'Label' });
  await createMetaTask(pages.server, 'python', ORDER, { name: 'Order' });
  order = await createTask(pages.server, 'order');
  await waitsForEvent(order);
});

async function waitsForEvent(id: string): Promise<void> {
  await taskWhen(
    pages.server,
    id,
    (task) =>
      (task as unknown as { waiting_on: { kind: string }[] }).waiting_on.some(
        ({ kind }) => kind === 'event',
      ),
    60_000,
  );
}

async function timeline(id = order, more = ''): Promise<Page> {
  const page = await pages.open(`${RUNS}/${id}?tab=timeline${more}`);
  await rows(page).filter({ hasText: 'stock' }).or(page.getByText('out of paper')).first().waitFor({
    state: 'attached',
  });
  return page;
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Timeline rows' }).getByRole('row');
}

function panel(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

describe('the timeline of a run', () => {
  it('the timeline folds succeeded children, shows failed ones, and is operated by keys', async () => {
    const page = await timeline();
    await rows(page).filter({ hasText: '7 more successes' }).waitFor({ state: 'attached' });
    expect(await rows(page).filter({ hasText: 'label' }).count()).toBe(3);
    await rows(page).filter({ hasText: 'label 4' }).filter({ hasText: 'failed' }).waitFor({
      state: 'attached',
    });
    const chart = page.getByRole('group', { name: /^Timeline/ });
    await chart.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await panel(page, 'reserve <b>stock</b>').getByText('7', { exact: true }).waitFor();
    await page.reload();
    await panel(page, 'reserve <b>stock</b>').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'failed only' }).click();
    await page.waitForURL('**&only=failed*');
    await chart.focus();
    await page.keyboard.press('Home');
    const label = panel(page, 'label 4');
    await label.getByText('RuntimeError: out of paper', { exact: true }).waitFor();
    await label.getByText('printing label 4').waitFor();
    await label.getByRole('link', { name: 'open' }).click();
    await page.getByRole('heading', { level: 1, name: 'label 4' }).waitFor();
    pages.watched.expectQuiet();
  });

  it('the timeline zooms into a selected range of time and back to the whole', async () => {
    const page = await timeline();
    const box = await page.locator('.timeline canvas').boundingBox();
    if (box === null) throw new Error('There is no picture.');
    await page.mouse.move(box.x + 400, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 600, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/[?&]from=\d+&to=\d+/);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.waitForURL((url) => !url.search.includes('from='));
    await page.mouse.click(box.x + 60, box.y + 26 + 26 + 13);
    await panel(page, 'reserve <b>stock</b>').waitFor();
    pages.watched.expectQuiet();
  });

  it('the timeline shows new steps of a run live', async () => {
    const id = await createTask(pages.server, 'order');
    await waitsForEvent(id);
    const page = await timeline(id);
    await page.getByText('live', { exact: true }).waitFor();
    await pages.server.call('POST', `${TASKS}/${id}/events/go`, { body: { payload: null } });
    await rows(page)
      .filter({ hasText: 'book courier' })
      .filter({ hasText: 'success' })
      .waitFor({ state: 'attached' });
    await page.locator('.page-head').getByText('success').waitFor();
    pages.watched.expectQuiet();
  });
});
