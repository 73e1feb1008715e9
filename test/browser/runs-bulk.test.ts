import { beforeAll, describe, expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import {
  expectAccessible,
  expectAccessibleInAllViews,
  expectAccessibleOnPhone,
  PHONE,
  WIDE,
} from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { bulkEnd, startBulk } from '../support/bulk.js';
import { sql } from '../support/sql.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = `
def run(params, reporter):
    if params.get("fail"):
        raise ValueError(params["fail"])
    return {"answer": 42}
`;
const RUNS = '/ui/p/default/runs';
const HELD = `${RUNS}?status=pending&fold=false`;
const FEW = 8;
/** Number of runs, more than a page of the list. */
const MANY = 60;
/** Messages that the browser logs for failed requests. */
const REFUSED = /status of (?:404|409)/;

const pages = usePages(sharedServer);
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Hold' });
  await hold(FEW, 'Held');
});

/** Creates tasks that are due tomorrow. */
async function hold(count: number, name: string): Promise<void> {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const tasks = Array.from({ length: count }, (_, index) => ({
    task_type_identifier: 'hold',
    name: `${name} ${index}`,
    run_at: later,
  }));
  const answer = await pages.server.call('POST', `${TASKS}/batch`, { body: { tasks } });
  if (answer.status !== 201) throw new Error(answer.text);
}

/** Creates a task and returns its id once it has ended. */
async function ended(name: string, params: { fail?: string } = {}): Promise<string> {
  const body = { task_type_identifier: 'hold', name, params };
  const { body: task } = await pages.server.call<{ id: string }>('POST', TASKS, { body });
  await taskWhen(pages.server, task.id);
  return task.id;
}

async function list(address = HELD, token?: string): Promise<Page> {
  const page = await pages.open(address, token);
  await page.locator('tbody tr[data-index]').first().waitFor();
  return page;
}

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' });
const box = (page: Page, index: number): Locator =>
  page.locator(`[data-index="${index}"]`).getByRole('checkbox');

describe('runs that were selected', () => {
  it('a selection of runs by keys and clicks is cancelled, and the progress survives a reload', async () => {
    const page = await list();
    await page.keyboard.press('j');
    await page.locator('[data-index="0"] a:focus').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.keyboard.press('.');
    await bar(page).getByText('1 selected').waitFor();
    await bar(page).getByRole('button', { name: 'Retry…' }).and(page.locator(':focus')).waitFor();
    await box(page, 1).click();
    await box(page, 1).click();
    await box(page, 4).click({ modifiers: ['Shift'] });
    await bar(page).getByText('4 selected').waitFor();
    await box(page, 2).uncheck();
    await bar(page).getByText('3 selected').waitFor();
    await expectAccessible(page);
    await bar(page).getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel these runs?' });
    await dialog.getByText('3 runs will be cancelled').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name of the operation').fill('Too many <b>labels</b>');
    await dialog.getByRole('button', { name: 'Cancel 3 runs' }).click();
    await page.getByText('3 of 3 runs cancelled').waitFor();
    await page.locator('[data-index="1"]').getByText('cancelled').waitFor();
    await page.reload();
    await page.getByText('3 of 3 runs cancelled').waitFor();
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cancel: Too many <b>labels</b>' }).waitFor();
    await page.getByText('No runs were refused.').waitFor();
    pages.watched.expectQuiet();
  });

  it('a selection of all matching runs asks again when their number has changed', async () => {
    await hold(MANY, 'Lot');
    const page = await list(`${RUNS}?q=Lot&status=pending&fold=false`);
    const count = MANY;
    await page.getByLabel('Select all loaded runs').click();
    await bar(page).getByText('50 selected').waitFor();
    await bar(page).getByRole('button', { name: 'select all matching runs' }).click();
    await bar(page).getByText(`all ${count} matching runs selected`).waitFor();
    await bar(page).getByRole('button', { name: 'Retry…' }).click();
    await page.getByText('there is nothing to retry').waitFor();
    await page.getByRole('button', { name: 'Keep these runs' }).click();
    await bar(page).getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel these runs?' });
    await dialog.getByRole('button', { name: `Cancel ${count} runs` }).waitFor();
    await hold(9, 'Lot late');
    await dialog.getByRole('button', { name: `Cancel ${count} runs` }).click();
    await dialog
      .getByRole('alert')
      .getByText(`${count} runs matched before, and ${count + 9} match now.`)
      .waitFor();
    await dialog.getByRole('button', { name: `Cancel ${count + 9} runs` }).click();
    await page.getByText(`${count + 9} of ${count + 9} runs cancelled`).waitFor();
    expect(await bar(page).count()).toBe(0);
    pages.watched.expectQuiet(REFUSED);
  });

  it('selected runs are made again with the current version, and a retry counts those it leaves out', async () => {
    await ended('Broken', { fail: 'no' });
    await ended('Sound');
    const page = await list(`${RUNS}?status=failed,success&fold=false`);
    await page.getByText('Broken', { exact: true }).waitFor();
    await page.getByLabel('Select Broken').check();
    await page.getByLabel('Select Sound').check();
    await page.locator('[data-index="0"] a').focus();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 run will be retried').waitFor();
    await dialog.getByText('1 other run has not failed').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).getByRole('button', { name: 'Run again…' }).click();
    await dialog.getByLabel('current version').check();
    await dialog.getByRole('button', { name: 'Rerun 2 runs' }).click();
    await page.getByText('2 of 2 runs rerun').waitFor();
    await page.getByText('Sound', { exact: true }).nth(1).waitFor();
    pages.watched.expectQuiet();
  });

  it('a selection is exported as CSV, and the whole list as NDJSON', async () => {
    await ended('To export', { fail: '=1+1' });
    const page = await list(`${RUNS}?q=To+export&fold=false`);
    await box(page, 0).check();
    await bar(page).getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText('The selected run.').waitFor();
    const csv = await exported(page, dialog);
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain(',To export,failed,hold,1,');
    await dialog.getByText('1 run exported.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${RUNS}?fold=false`);
    await page.getByRole('button', { name: 'Export…' }).first().click();
    await dialog.getByLabel('NDJSON').check();
    await expectAccessible(page);
    const lines = (await exported(page, dialog)).trimEnd().split('\n');
    const tasks = lines.map((line) => JSON.parse(line) as { name: string });
    expect(tasks.length).toBeGreaterThan(FEW);
    expect(tasks.map(({ name }) => name)).toContain('Held 0');
    pages.watched.expectQuiet();
  });

  it('a viewer can only export selected runs', async () => {
    const { body } = await pages.server.call<{ user_id: string }>(
      'POST',
      '/projects/default/members',
      {
        body: { name: 'Vera', role: 'viewer' },
      },
    );
    const token = await pages.server.call<{ token: string }>('POST', '/auth/tokens', {
      body: { name: 'Vera', user_id: body.user_id },
    });
    const page = await list(`${RUNS}?fold=false`, token.body.token);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await bar(page).getByRole('button', { name: 'Export…' }).waitFor();
    expect(await bar(page).innerText()).not.toMatch(/Cancel|Retry|Run again/);
    await page.keyboard.press('r');
    await page.keyboard.press('e');
    expect(await page.getByRole('dialog').count()).toBe(0);
    pages.watched.expectQuiet();
  });
});

/** Returns the text of the file that an export dialog downloads. */
async function exported(page: Page, dialog: Locator): Promise<string> {
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  return text(await (await download).createReadStream());
}

describe('bulk operations', () => {
  it('the list of bulk operations shows refused runs with their reasons and updates live', async () => {
    const whole = await ended('Ended');
    const none = '01a20000-0000-7000-8000-000000000000';
    const refused = await startBulk(pages.server, { action: 'retry', ids: [whole, none] });
    await bulkEnd(pages.server, refused.id);
    const page = await pages.open('/ui/p/default/bulk');
    const rows = page.getByRole('table').getByRole('row');
    await rows.filter({ hasText: '2 refused' }).waitFor();
    await expectAccessible(page);
    const failed = await ended('Fails', { fail: 'no' });
    await startBulk(pages.server, { action: 'retry', ids: [failed], name: 'Seen live' });
    await rows.filter({ hasText: 'Seen live' }).getByText('done', { exact: true }).waitFor();
    await rows.filter({ hasText: '2 refused' }).getByRole('link').click();
    await page.getByText('0 of 2 runs retried · 2 refused').waitFor();
    const table = page.getByRole('table', { name: 'List of refused runs' });
    await table.getByRole('row').filter({ hasText: whole }).getByText('task_finished').waitFor();
    await table.getByRole('row').filter({ hasText: none }).getByText('not_found').waitFor();
    await expectAccessible(page);
    pages.watched.expectQuiet();
  });

  it('an ongoing bulk operation shows its progress and can be stopped', async () => {
    const one = await ended('Once more', { fail: 'no' });
    const { id } = await startBulk(pages.server, { action: 'rerun', ids: [one] });
    await bulkEnd(pages.server, id);
    // This operation looks as if a server continued it tomorrow.
    await sql(
      pages.server,
      `UPDATE bulk_operations SET state = 'running', total = 9, finished_at = NULL,
         next_at = ${Date.now() + 86_400_000} WHERE id = '${id}'`,
    );
    const page = await list(`${RUNS}?fold=false&bulk=${id}`);
    await page.getByRole('progressbar', { name: 'Rerunning: 1 of 9 runs' }).waitFor();
    const other = await pages.open(`/ui/p/default/bulk/${id}`);
    await other.getByRole('button', { name: 'Stop operation' }).click();
    const question = other.getByRole('dialog', { name: 'Stop operation' });
    await question.getByRole('button', { name: 'Stop' }).click();
    await other.getByText('1 of 9 runs rerun · stopped before completion').waitFor();
    await page.getByText('stopped before completion').waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.waitForURL(`**${RUNS}?fold=false`);
    pages.watched.expectQuiet();
  });

  it('a missing bulk operation and an empty list of them are explained', async () => {
    const page = await pages.open('/ui/p/default/bulk/01a20000-0000-7000-8000-000000000000');
    await page.getByText('Bulk operations are kept for 30 days.').waitFor();
    await pages.server.call('POST', '/projects', { body: { name: 'Empty', slug: 'empty' } });
    await page.goto('/ui/p/empty/bulk');
    await page.getByText('No bulk operations yet').waitFor();
    await expectAccessible(page);
    pages.watched.expectQuiet(REFUSED);
  });
});

describe('what is looked for', () => {
  it('the search finds and opens runs, meta-tasks and pages by keyboard, and offers the last one again', async () => {
    await ended('Whole');
    const page = await list(`${RUNS}?fold=false`);
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Find' });
    const field = dialog.getByRole('combobox');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Who');
    await dialog.getByRole('option', { name: 'Whole' }).first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Whole' }).waitFor();
    await page.keyboard.press('Control+k');
    await dialog.getByRole('option', { name: 'Whole', selected: true }).waitFor();
    await field.fill('hol');
    await dialog.getByRole('option', { name: /^meta-task\s*Hold/ }).click();
    await page.waitForURL('**/meta-tasks/hold');
    await page.keyboard.press('Control+k');
    await field.fill('schedu');
    await dialog.getByRole('option', { name: 'Schedules' }).waitFor();
    await field.fill('nothing is named so');
    await dialog.getByText('No results for').waitFor();
    await field.fill('web');
    await dialog.getByRole('option', { name: 'Webhooks', selected: true }).waitFor();
    await dialog.getByText('No results for').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/webhooks');
    pages.watched.expectQuiet();
  });
});

it('a selection, its dialog and the global search are accessible in all views', async () => {
  const page = await pages.open(`${RUNS}?fold=false`);
  await box(page, 0).check();
  await bar(page).waitFor();
  await expectAccessibleInAllViews(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expectAccessibleOnPhone(page);
  await page.setViewportSize(WIDE);
  await bar(page).getByRole('button', { name: 'Run again…' }).click();
  await page.getByRole('dialog').getByText('1 new run will be created').waitFor();
  await expectAccessibleInAllViews(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Webhooks' }).waitFor();
  await expectAccessibleInAllViews(page);
  pages.watched.expectQuiet();
});
