import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = `
def run(params, reporter):
    first = reporter.step("read", lambda: params["month"])
    second = reporter.step("book", lambda: first + "!")
    if params.get("fail"):
        raise ValueError(params["fail"])
    return second
`;
const SCHEMA = {
  type: 'object',
  required: ['month'],
  additionalProperties: false,
  properties: {
    month: {
      title: 'Month',
      type: 'string',
      pattern: '^\\d{4}-\\d{2}$',
      description: 'As YYYY-MM <b>',
    },
    customer: { enum: ['all', 'acme'], default: 'all' },
    at_most: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
    dry_run: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], maxItems: 2 },
    extra: {},
    fail: { type: 'string', not: { const: 'no' } },
  },
};
const ALL = '/ui/p/default/meta-tasks';
const ONE = `${ALL}/invoice-import`;
const REFUSED = /status of (401|404|409|412|422)/;

const pages = usePages(sharedServer);
const { open } = pages;
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, {
    name: 'Invoice import',
    description: 'Books invoices.',
    params_schema: SCHEMA,
  });
  const change = { script: SCRIPT.replace('"!"', '"?"'), timeout_seconds: 62 };
  await pages.server.call('PATCH', '/projects/default/task-types/invoice-import', { body: change });
  await createMetaTask(
    pages.server,
    'typescript',
    'export default async function run(params: any) {\n  return params;\n}\n',
    { name: 'Anything' },
  );
});

interface Made {
  id: string;
  params: Record<string, unknown>;
  task_type_version: number;
  rerun_of: string | null;
}

/** Returns the run that the page shows. */
async function madeRun(page: Page): Promise<Made> {
  await page.waitForURL(/\/ui\/p\/default\/runs\/[0-9a-f-]{36}$/);
  const id = page.url().slice(-36);
  return (await pages.server.call<Made>('GET', `${TASKS}/${id}`)).body;
}

async function newRun(params: object): Promise<string> {
  const body = { task_type_identifier: 'invoice-import', name: 'November', params };
  const { id } = (await pages.server.call<{ id: string }>('POST', TASKS, { body })).body;
  await taskWhen(pages.server, id);
  return id;
}

describe('the list of meta-tasks', () => {
  it('the list of meta-tasks is filtered by name and language, and the address keeps the filters', async () => {
    const page = await open(ALL);
    const rows = page.getByRole('row');
    await page.getByRole('link', { name: 'Invoice import' }).waitFor();
    expect(await rows.count()).toBe(3);
    await page.getByLabel('Language').selectOption('typescript');
    await page.waitForURL(`**${ALL}?lang=typescript`);
    expect(await rows.count()).toBe(2);
    await page.keyboard.press('/');
    await page.keyboard.type('invoice');
    await page.getByText('Active filters: invoice, typescript.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(`**${ALL}`);
    await page.getByRole('link', { name: 'Invoice import' }).click();
    await page.waitForURL(`**${ONE}`);
    pages.watched.expectQuiet(REFUSED);
  });

  it('archived meta-tasks are listed on request and can be brought back', async () => {
    await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Old one' });
    const page = await open(`${ALL}/old-one`);
    await page.getByRole('button', { name: 'Archive' }).waitFor();
    // The meta-task has changed since the page was loaded, so the change is shown first.
    const body = { timeout_seconds: 61 };
    await pages.server.call('PATCH', '/projects/default/task-types/old-one', { body });
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText(/Nothing was done/).waitFor();
    await page.getByText('v2 current').waitFor();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('This meta-task is archived').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Meta-tasks' }).click();
    await page.getByRole('link', { name: 'Anything' }).waitFor();
    expect(await page.getByText('Old one').count()).toBe(0);
    await page.getByLabel('Include archived').check();
    await page.getByRole('link', { name: 'Old one' }).click();
    await page.getByRole('button', { name: 'Unarchive' }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
    pages.watched.expectQuiet(REFUSED);
  });

  it('the page of an unknown meta-task reports that it does not exist', async () => {
    const page = await open(`${ALL}/none`);
    await page.getByText('There is no meta-task "none"').waitFor();
    await expectAccessible(page);
  });
});

describe('a run from the form', () => {
  it('the form shows errors at its fields, updates the code snippet and leads to the new run', async () => {
    const page = await open(ONE);
    const run = page.getByRole('button', { name: /^Run now/ });
    await page.getByLabel('Month *').waitFor();
    await page.getByText('As YYYY-MM <b>').waitFor();
    await run.click();
    await page.getByText('month is required').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Month *').fill('2026-1');
    await page.getByText('must match ^\\d{4}-\\d{2}$', { exact: true }).waitFor();
    await page.getByLabel('at_most').fill('9');
    await page.getByText('must be 5 or less', { exact: true }).waitFor();
    await page.getByLabel('Month *').fill('2026-11');
    await page.getByLabel('at_most').fill('4');
    await page.getByLabel('customer').selectOption('acme');
    await page.getByRole('button', { name: 'Add to tags' }).click();
    await page.getByRole('group', { name: 'Item 1' }).getByRole('textbox').fill("it's");
    const code = page.getByRole('region', { name: 'Start this run with curl' });
    await code.getByText(`"it'\\''s"`).waitFor();
    expect(await code.textContent()).toContain('Bearer $KEY');
    await page.getByRole('button', { name: 'Python' }).click();
    await page.getByText(`"month": "2026-11",`).waitFor();
    await run.click();
    expect(await madeRun(page)).toMatchObject({
      params: { month: '2026-11', customer: 'acme', at_most: 4, tags: ["it's"] },
      task_type_version: 2,
    });
    pages.watched.expectQuiet(REFUSED);
  });

  it('Ctrl+Enter submits the form with a name, a priority, tuples and JSON values', async () => {
    const page = await open(ONE);
    await page.getByLabel('Month *').fill('2026-12');
    await page.getByRole('button', { name: 'Add to pair' }).click();
    await page.getByRole('group', { name: 'Item 1' }).getByRole('textbox').fill('a');
    await page.getByRole('group', { name: 'Item 2' }).getByRole('spinbutton').fill('1.5');
    await page.getByLabel('extra').fill('{"deep": [1]}');
    await page.getByText('Name, start time, priority').click();
    await page.getByLabel('Name', { exact: true }).fill('By hand');
    await page.getByLabel('Priority').fill('7');
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    expect(await madeRun(page)).toMatchObject({
      name: 'By hand',
      priority: 7,
      params: { month: '2026-12', pair: ['a', 1.5], extra: { deep: [1] } },
    });
    pages.watched.expectQuiet(REFUSED);
  });

  it('params can be entered as JSON and keep their values in the form', async () => {
    const page = await open(ONE);
    await page.getByLabel('Month *').fill('2026-10');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const json = page.getByLabel('Params', { exact: true });
    expect(JSON.parse(await json.inputValue())).toMatchObject({ month: '2026-10' });
    await json.fill('{"month": ');
    await page.getByText(/This is not valid JSON/).waitFor();
    await json.fill('{"month": "2026-10", "odd": 1}');
    await page.getByRole('button', { name: /^Run now/ }).click();
    await page.getByText('/odd is not a known property').waitFor();
    await expectAccessible(page);
    await json.fill('{"month": "2026-10"}');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    expect(await page.getByLabel('Month *').inputValue()).toBe('2026-10');
    await page.reload();
    // The input is kept while the tab is open.
    expect(await page.getByLabel('Month *').inputValue()).toBe('2026-10');
    pages.watched.expectQuiet(REFUSED);
  });

  it('an error that only the server finds is shown at its field', async () => {
    const page = await open(ONE);
    await page.getByLabel('Month *').fill('2026-11');
    await page.route('**/external/v1/projects/*/tasks', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            json: {
              code: 'invalid_params',
              detail: 'The params do not match.',
              errors: [{ pointer: '/params/month', message: 'is not a month of ours' }],
            },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: /^Run now/ }).click();
    await page.getByText('is not a month of ours', { exact: true }).waitFor();
    pages.watched.expectQuiet(REFUSED);
  });

  it('a meta-task without a params schema takes its params as JSON', async () => {
    const page = await open(`${ALL}/anything`);
    await page.getByText('has no params schema').waitFor();
    await page.getByLabel('Params', { exact: true }).fill('{"a": [null, true]}');
    await page.getByRole('button', { name: /^Run now/ }).click();
    expect((await madeRun(page)).params).toEqual({ a: [null, true] });
    pages.watched.expectQuiet(REFUSED);
  });

  it('the form takes over the params of an earlier run', async () => {
    await newRun({ month: '2020-01', fail: 'broken' });
    await newRun({ month: '2020-02' });
    const page = await open(ONE);
    await page.getByRole('button', { name: 'the last failed run' }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#params_month')?.value === '2020-01',
    );
    await page.getByRole('button', { name: 'the last run', exact: true }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#params_month')?.value === '2020-02',
    );
    pages.watched.expectQuiet(REFUSED);
  });
});

describe('the parts of a meta-task', () => {
  it('the page of a meta-task shows its versions and their differences, its code, limits and runs', async () => {
    await newRun({ month: '2026-11' });
    const page = await open(ONE);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByText('changed: script, timeout_seconds').waitFor();
    await page.getByRole('link', { name: 'Compare with v1: v2' }).click();
    await page.waitForURL(`**${ONE}?tab=versions&version=2&with=1`);
    await page
      .getByRole('cell', { name: `second = reporter.step("book", lambda: first + "?")` })
      .waitFor();
    await page.getByRole('cell', { name: '62' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Limits & retries' }).click();
    const timeout = page.getByRole('row').filter({ hasText: 'timeout_seconds' }).first();
    await timeout.getByText('62 seconds').waitFor();
    await timeout.getByText('this version').waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: 'memory_mb' })
      .getByText('installation')
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Code' }).click();
    await page
      .getByRole('region', { name: 'Source of workflow.py' })
      .getByText('reporter.step("book"')
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'API & MCP' }).click();
    await page
      .getByRole('region', { name: 'Start this run with TypeScript' })
      .getByText('process.env.KEY')
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Runs', exact: true }).click();
    await page.getByRole('table', { name: 'Newest runs' }).getByText('November').first().waitFor();
    await expectAccessible(page);
    pages.watched.expectQuiet(REFUSED);
  });

  it('a meta-task can be restored to an earlier version', async () => {
    const page = await open(`${ONE}?tab=versions`);
    await page.getByRole('button', { name: 'Restore v1' }).click();
    await page.getByRole('button', { name: 'Restore v2' }).click();
    await page.getByRole('button', { name: 'Restore v1' }).waitFor();
    pages.watched.expectQuiet(REFUSED);
  });

  it('limits that two people change at once are merged', async () => {
    await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Limited' });
    const path = '/projects/default/task-types/limited';
    const page = await open(`${ALL}/limited?tab=limits`);
    await page.getByText('Edit limits').click();
    await page.getByLabel('Memory', { exact: true }).fill('200');
    await pages.server.call('PATCH', path, { body: { timeout_seconds: 61 } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This was changed after').waitFor();
    await page.getByText(/^Changed by admin/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'keep my changes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await pages.server.call('GET', path);
    expect(body).toMatchObject({ version: 3, timeout_seconds: 61, memory_mb: 200 });
    pages.watched.expectQuiet(REFUSED);
  });

  it('an author keeps an example, starts the form from it, replaces it and deletes it', async () => {
    const id = await createTask(pages.server, 'invoice-import', { month: '2026-02' });
    const page = await open(`/ui/p/default/runs/${id}?tab=data`);
    const keep = page.getByRole('button', { name: 'Save params as example' });
    await keep.click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('february');
    await page.getByLabel('Description').fill('A short month');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved as february.').waitFor();
    await page.goto(ONE);
    await page.getByLabel('Params from an example').selectOption('february');
    await page.getByText('A short month').waitFor();
    expect(await page.getByLabel('Month *').inputValue()).toBe('2026-02');
    await page.getByLabel('Month *').fill('2026-03');
    await keep.click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('february');
    await page.getByText('Saving replaces it.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('Saved as february.').waitFor();
    await page.reload();
    await page.getByLabel('Params from an example').selectOption('february');
    expect(await page.getByLabel('Month *').inputValue()).toBe('2026-03');
    await page.getByRole('button', { name: 'Delete example: february' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete example' }).click();
    await page.getByLabel('Params from an example').waitFor({ state: 'detached' });
    pages.watched.expectQuiet(REFUSED);
  });

  it('the call tab shows the settings of an MCP client and a curl command that works as shown', async () => {
    const page = await open(`${ALL}/anything?tab=call`);
    const settings = page.getByRole('region', { name: 'MCP client settings' });
    await settings.getByText('"Authorization": "Bearer $KEY"').waitFor();
    const call = page.getByRole('region', { name: 'Tool call with curl' });
    const code = (await call.textContent()) ?? '';
    const env = { ...process.env, KEY: pages.server.apiKey };
    const answer = execFileSync('bash', ['-c', code], { env, encoding: 'utf8' });
    expect(JSON.parse(answer)).toMatchObject({
      result: { content: [{ type: 'text', text: '{}' }] },
    });
    await expectAccessible(page);
    pages.watched.expectQuiet(REFUSED);
  });
});

describe('a run that is made again', () => {
  it('a run can be repeated from a step, with unchanged params', async () => {
    const id = await newRun({ month: '2026-11' });
    const page = await open(`/ui/p/default/runs/${id}/again`);
    await page.getByLabel(/^from a step/).check();
    await page.getByLabel('Step', { exact: true }).selectOption({ label: '2. book (success)' });
    expect(await page.getByLabel('change them').isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Run again' }).click();
    expect(await madeRun(page)).toMatchObject({ rerun_of: id, params: { month: '2026-11' } });
    pages.watched.expectQuiet(REFUSED);
  });
});

it('the form of a meta-task and a comparison of two versions are accessible in all views', async () => {
  const page = await open(ONE);
  await page.getByLabel('Month *').waitFor();
  await expectAccessibleInAllViews(page);
  await page.goto(`${ONE}?tab=versions&version=2&with=1`);
  await page.getByText('Changes from v1 to v2').waitFor();
  await page.getByText('62').first().waitFor();
  await expectAccessibleInAllViews(page);
  pages.watched.expectQuiet(REFUSED);
});
