/** Parts of the page of a meta-task: limits that are changed, examples, the call of an assistant. */
import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, createTask } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = 'def run(params, reporter):\n    return params\n';
const SCHEMA = {
  type: 'object',
  properties: { month: { type: 'string', title: 'Month' } },
  required: ['month'],
};
const ALL = '/ui/p/default/meta-tasks';
const ONE = `${ALL}/invoice-import`;
const REFUSED = /status of (401|412|422)/;

const pages = usePages(sharedServer);
const { open } = pages;
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, {
    name: 'Invoice import',
    params_schema: SCHEMA,
  });
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Anything' });
});

it('limits that two people change at once are merged', async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Limited' });
  const path = '/projects/default/task-types/limited';
  const page = await open(`${ALL}/limited?tab=limits`);
  await page.getByText('Change the limits').click();
  await page.getByLabel('Memory', { exact: true }).fill('200');
  await pages.server.call('PATCH', path, { body: { timeout_seconds: 61 } });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This has been changed since').waitFor();
  await page.getByText(/^Changed by admin/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'keep what I changed' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { body } = await pages.server.call('GET', path);
  expect(body).toMatchObject({ version: 3, timeout_seconds: 61, memory_mb: 200 });
  pages.watched.expectQuiet(REFUSED);
});

it('an author keeps an example, starts the form from it, replaces it and deletes it', async () => {
  const id = await createTask(pages.server, 'invoice-import', { month: '2026-02' });
  const page = await open(`/ui/p/default/runs/${id}?tab=data`);
  const keep = page.getByRole('button', { name: 'Keep params as example' });
  await keep.click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('february');
  await page.getByLabel('What it shows').fill('A short month');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByText('Kept as february.').waitFor();
  await page.goto(ONE);
  await page.getByLabel('Params from an example').selectOption('february');
  await page.getByText('A short month').waitFor();
  expect(await page.getByLabel('Month *').inputValue()).toBe('2026-02');
  await page.getByLabel('Month *').fill('2026-03');
  await keep.click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('february');
  await page.getByText('It is replaced.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByText('Kept as february.').waitFor();
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
  const settings = page.getByRole('region', { name: 'Settings of an MCP client' });
  await settings.getByText('"Authorization": "Bearer $KEY"').waitFor();
  const call = page.getByRole('region', { name: 'A call of the tool by curl' });
  const code = (await call.textContent()) ?? '';
  const env = { ...process.env, KEY: pages.server.apiKey };
  const answer = execFileSync('bash', ['-c', code], { env, encoding: 'utf8' });
  expect(JSON.parse(answer)).toMatchObject({
    result: { content: [{ type: 'text', text: '{}' }] },
  });
  await expectAccessible(page);
  pages.watched.expectQuiet(REFUSED);
});
