import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { expectAccessible, expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { candidate, jobsDone, proposes } from '../support/extraction.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { usePages } from '../support/browser/pages.js';

const USAGE = '/ui/p/default/usage';
const MEMORIES = '/ui/p/default/memories';
const API = '/external/v1/projects/default/memories';
const REFUSED = /status of (401|403|404|409|422)/;
const HOSTILE = '<img src=x onerror=alert(1)>';

const agents = scriptedAgents();
const pages = usePages(async () => (await agents.start()).server);
const { open } = pages;

async function remember(words: string): Promise<void> {
  const body = { text: words, kind: 'fact', scope: 'project' };
  expect((await pages.server.call('POST', API, { body })).status).toBe(201);
}

it('usage is shown by day, model and meta-task with the budget, and can be exported', async () => {
  const page = await open(USAGE);
  await page.getByText('No usage in this period').waitFor();
  await expectAccessible(page);
  const type = await createMetaTask(
    pages.server,
    'python',
    'def run(params, reporter):\n    return reporter.ai.generate("hi").text\n',
    { name: 'Asks' },
  );
  await taskWhen(pages.server, await createTask(pages.server, type));
  const budget = { model_budget_tokens_month: 1_000_000 };
  await pages.server.call('PATCH', '/projects/default/model-budget', { body: budget });
  await page.reload();
  await page.getByText(/of 1,000,000 tokens used/).waitFor();
  await page.getByRole('img', { name: /^cost by day/ }).waitFor();
  const today = new Date().toISOString().slice(0, 10);
  await page.getByRole('row').filter({ hasText: today }).waitFor();
  await page.getByLabel('Group by', { exact: true }).selectOption('task_type');
  await page.getByRole('link', { name: type, exact: true }).waitFor();
  await page.getByLabel('Chart').selectOption('tokens');
  await page.getByRole('img', { name: /^tokens by day/ }).waitFor();
  await expectAccessible(page);
  expect(new URL(page.url()).search).toBe('?by=task_type&show=tokens');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  const csv = await text(await download.createReadStream());
  expect(csv).toContain('task_type,model_calls,input_tokens');
  expect(csv).toContain(`\r\n${type},1,`);
  await page.getByRole('button', { name: '7 days' }).click();
  await page.waitForURL(/from=\d{4}-\d\d-\d\d/);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText(/must not be after "to"/).waitFor();
  await page.goto(`${USAGE}?from=2020-01-01&to=2020-01-31&by=nothing`);
  await page.getByText('Unknown parameters in the address were ignored: by').waitFor();
  await page.getByRole('link', { name: 'Show the last 30 days' }).click();
  await page.getByRole('row').filter({ hasText: today }).waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a memory is found by search, shown with its source, and revoked', async () => {
  agents.say = () => proposes(candidate('Snow falls in Oslo', 'Snow falls in Oslo'));
  const type = await createMetaTask(
    pages.server,
    'python',
    'def run(params, reporter):\n    return 1\n',
    {
      name: 'Weather',
      extract_memory: true,
    },
  );
  const id = await createTask(pages.server, type, { note: 'Snow falls in Oslo' });
  await taskWhen(pages.server, id);
  await jobsDone(pages.server);
  await remember(`Orders close at noon ${HOSTILE}`);
  await pages.server.call('PATCH', '/projects/default/memory-settings', {
    body: { memory_review: 'all' },
  });
  const page = await open(MEMORIES);
  await page.getByRole('link', { name: 'Snow falls in Oslo' }).waitFor();
  await page.getByRole('link', { name: /Orders close at noon/ }).waitFor();
  // A memory that is added meanwhile appears without a reload.
  await remember('Invoices go out on Fridays');
  await page.getByRole('link', { name: 'Invoices go out on Fridays' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Search memories…').fill('oslo');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=oslo/);
  await page.getByRole('link', { name: /Orders/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Snow falls in Oslo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Memory' });
  await dialog.getByText('This memory was not provided to any run yet.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Go to run: params' }).click();
  await page.waitForURL(new RegExp(`/runs/${id}\\?tab=data`));
  await page.goBack();
  await dialog.getByRole('button', { name: 'Revoke: Snow falls in Oslo', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Revoke: Snow falls in Oslo' });
  await confirm.getByRole('button', { name: 'Revoke', exact: true }).click();
  await dialog.getByText('revoked', { exact: true }).waitFor();
  await page.goto(`${MEMORIES}?status=pending&kind=procedure`);
  await page.getByText('No matching memories').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: /Orders/ }).waitFor();
  await page.goto(`${MEMORIES}?memory=00000000-0000-4000-8000-000000000000&odd=1`);
  await page.getByText('There is no memory').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a failed memory job shows its error and can be retried', async () => {
  // By then, the page has read the job after the end of the task; a failed job causes no event.
  agents.say = async () => {
    await delay(3_000);
    return 'no list';
  };
  const type = await createMetaTask(
    pages.server,
    'python',
    'def run(params, reporter):\n    return 1\n',
    {
      name: 'Not responding',
      extract_memory: true,
    },
  );
  const id = await createTask(pages.server, type, { note: 'Rain falls in Bergen' });
  await taskWhen(pages.server, id);
  const page = await open(`${MEMORIES}?tab=jobs`);
  const row = page.getByRole('row').filter({ hasText: id.slice(0, 8) });
  await row.locator('.field-error').waitFor();
  await expectAccessibleInAllViews(page);
  agents.say = () => proposes(candidate('Rain falls in Bergen', 'Rain falls in Bergen'));
  await row.getByRole('button', { name: /^Retry/ }).click();
  await row.getByText('1 proposal, 1 added').waitFor();
  await page.getByLabel('State').selectOption('failed');
  await page.getByText('No matching jobs').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a viewer sees memories without any button that changes one', async () => {
  await remember('Read by all');
  const body = { name: 'to read', role: 'viewer' };
  const { token } = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body }))
    .body;
  const page = await open(MEMORIES, token);
  await page.getByRole('link', { name: 'Read by all' }).waitFor();
  expect(await page.getByRole('button', { name: /Revoke|Accept/ }).count()).toBe(0);
  pages.watched.expectQuiet();
});
