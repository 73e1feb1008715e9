import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { scriptedModel, type ScriptedModel } from '../support/scripted-model.js';
import { sharedServer } from '../support/shared-server.js';

const PROJECT = '/projects/default';
const SETTINGS = '/ui/p/default/settings';
const REFUSED = /status of (401|404|409|412|422)/;
const OVERTAKEN = 'This has been changed since you opened it.';

const pages = usePages(() => sharedServer({ METARUN_NETWORK_RANGES: '127.0.0.1/32' }));
const { open } = pages;
let model: ScriptedModel;

beforeAll(async () => {
  model = await scriptedModel(() => 'fine');
});
afterAll(async () => {
  await model?.stop();
});

async function change(path: string, body: object): Promise<void> {
  const answer = await pages.server.call('PATCH', PROJECT + path, { body });
  if (answer.status !== 200) throw new Error(answer.text);
}

async function read<T>(path: string): Promise<T> {
  return (await pages.server.call<T>('GET', PROJECT + path)).body;
}

it("changes of a project's name and policies are saved, and a concurrent change is shown first", async () => {
  const page = await open(`${SETTINGS}/general`);
  await page.getByLabel('Name', { exact: true }).fill('Web shop');
  const form = page.locator('form').filter({ hasText: 'Slug' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.').waitFor();
  await page.getByRole('combobox', { name: 'Project' }).getByText('Web shop').waitFor({
    state: 'attached',
  });
  const memories = page.locator('form').filter({ hasText: 'Wait for a person' });
  await memories.getByLabel('Wait for a person').selectOption('all');
  await memories.getByLabel('Model that distils').fill('nobody/knows');
  await memories.getByRole('button', { name: 'Save' }).click();
  await memories.getByText('nobody/knows').waitFor();
  await memories.getByLabel('Model that distils').fill('');
  await memories.getByRole('button', { name: 'Save' }).click();
  await memories.getByText('Saved.').waitFor();
  expect(await read('/memory-settings')).toEqual({ memory_model: null, memory_review: 'all' });
  // Another administrator changes it first.
  const mcp = page.locator('form').filter({ hasText: 'MCP clients' });
  await change('/mcp', { mcp_approvals: 'on' });
  await mcp.getByLabel('Approvals').selectOption('off');
  await mcp.getByRole('button', { name: 'Save' }).click();
  await mcp.getByText(OVERTAKEN).waitFor();
  await mcp.getByText('changed by both').waitFor();
  await mcp.getByText(/^Changed by admin/).waitFor();
  expect(await mcp.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  expect(await read('/mcp')).toEqual({ mcp_approvals: 'on' });
  await mcp.getByRole('button', { name: 'keep what I changed' }).click();
  await mcp.getByRole('button', { name: 'Save' }).click();
  await mcp.getByText('Saved.').waitFor();
  expect(await read('/mcp')).toEqual({ mcp_approvals: 'off' });
  await page
    .getByRole('row')
    .filter({ hasText: 'Members of a project' })
    .getByText('1,000')
    .waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('concurrent changes of the retention are merged: fields that only one person changed are kept', async () => {
  const page = await open(`${SETTINGS}/retention`);
  await page.getByLabel('Runs', { exact: true }).selectOption('days');
  await page.getByLabel('Runs: days').fill('365');
  await page.getByLabel('Their log lines', { exact: true }).selectOption('ever');
  await change('/retention', { events_days: 14, tasks_days: 40 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(OVERTAKEN).waitFor();
  const table = page.getByRole('region', { name: 'What has changed' });
  await table.getByRole('row').filter({ hasText: 'Their events' }).getByText('14').waitFor();
  await page.getByRole('button', { name: 'keep what I changed' }).click();
  expect(await page.getByLabel('Their events: days').inputValue()).toBe('14');
  expect(await page.getByLabel('Runs: days').inputValue()).toBe('365');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await read('/retention')).toMatchObject({
    tasks_days: 365,
    events_days: 14,
    logs_days: 0,
    file_versions_days: null,
  });
  // The new state can replace the typed values.
  await page.getByLabel('Runs: days').fill('3');
  await change('/retention', { tasks_days: 50 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'drop mine' }).click();
  expect(await page.getByLabel('Runs: days').inputValue()).toBe('50');
  pages.watched.expectQuiet(REFUSED);
});

it('a workspace is created, changed and deleted with its contents', async () => {
  const page = await open(`${SETTINGS}/workspaces`);
  await page.getByLabel('Name', { exact: true }).fill('default');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText(/already/).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Reports');
  await page.getByLabel('Kind').selectOption('knowledge_base');
  await page.getByLabel('Quota in MiB').fill('1.5');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText('Reports is made.').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Reports' });
  await row.getByText('0 B of 1.5 MiB').waitFor();
  await page.getByRole('button', { name: 'Change: Reports' }).click();
  const form = page.locator('form').filter({ hasText: 'Change Reports' });
  await form.getByLabel('Name', { exact: true }).fill('Yearly reports');
  const [, own] = await read<{ id: string }[]>('/workspaces');
  await change(`/workspaces/${own?.id}`, { quota_bytes: null });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(OVERTAKEN).waitFor();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'keep what I changed' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row').filter({ hasText: 'Yearly reports' }).getByText('no limit').waitFor();
  const file = { path: '/a.txt', content: 'one', ws: own?.id };
  const content = '/external/v1/projects/default/files/content';
  const written = await pages.server.call('PUT', content, { body: file });
  expect(written.status).toBe(201);
  await page.reload();
  await page.getByRole('button', { name: 'Delete: Yearly reports' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 files and their earlier versions').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('row').filter({ hasText: 'Yearly reports' }).waitFor({ state: 'detached' });
  pages.watched.expectQuiet(REFUSED);
});

it('a model provider is created, tested, changed and deleted; its secret is chosen by name', async () => {
  const body = { value: 'sk-never-shown' };
  await pages.server.call('PUT', `${PROJECT}/secrets/MODEL_KEY`, { body });
  const page = await open(`${SETTINGS}/models`);
  await page.getByText('No model providers yet').waitFor();
  await page.getByRole('link', { name: 'New provider' }).click();
  await page.getByLabel('Name', { exact: true }).fill('local');
  await page.getByLabel('Kind').selectOption('openai_compatible');
  await page.getByLabel('Address').fill(`${model.url}/v1`);
  await page.getByLabel('Secret with the key').selectOption('MODEL_KEY');
  await page.getByLabel('Name here').fill('small');
  await page.getByLabel('Name at the provider').fill('small-1');
  await page.getByLabel('Tokens of a request and its answer').fill('8000');
  await page.getByLabel('Tokens of an answer').fill('9000');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText('must be at most context_tokens').first().waitFor();
  await page.getByLabel('Tokens of an answer').fill('1000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.waitForURL(/settings\/models\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Test: small' }).click();
  await page.getByText(/^It answers:/).waitFor();
  expect(await page.content()).not.toContain(body.value);
  const [provider] = await read<{ id: string }[]>('/model-providers');
  await change(`/model-providers/${provider?.id}`, { max_concurrency: 2 });
  await page.getByLabel('Name at the provider').fill('small-2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(OVERTAKEN).waitFor();
  await page.getByText(/^Changed by admin/).waitFor();
  await page.getByRole('button', { name: 'keep what I changed' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const saved = await read(`/model-providers/${provider?.id}`);
  expect(saved).toMatchObject({ max_concurrency: 2, secret: 'MODEL_KEY' });
  expect(saved).toMatchObject({ models: [{ name: 'small', model: 'small-2' }] });
  await page.getByRole('button', { name: 'Delete: local' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No model providers yet').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('an agent is created, changed by two people, compared, restored and archived', async () => {
  const page = await open(`${SETTINGS}/agents`);
  await page.getByText('No agents yet').waitFor();
  await page.getByRole('link', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Support');
  await page.getByLabel('Instructions').fill('Messages are material.');
  await page.getByLabel('Tools', { exact: true }).fill('no.such.tool');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page
    .getByText(/no\.such\.tool/)
    .first()
    .waitFor();
  await page.getByLabel('Tools', { exact: true }).fill('files.read\nfiles.search');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.waitForURL(`**${SETTINGS}/agents/support`);
  await page.getByText('the first version').waitFor();
  await page.getByText('Limits, memories, temperature').click();
  await page.getByLabel('Calls of the model').fill('20');
  await change('/agents/support', { instructions: 'Never instructions.' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(OVERTAKEN).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'keep what I changed' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await read('/agents/support')).toMatchObject({
    version: 3,
    instructions: 'Never instructions.',
    limits: { max_steps: 20 },
  });
  await page.getByRole('link', { name: 'Compare with v1: v2' }).click();
  await page.getByRole('heading', { name: 'What changed: v1 → v2' }).waitFor();
  await page.getByRole('button', { name: 'Restore v1' }).click();
  await page.getByRole('button', { name: 'Restore v3' }).waitFor();
  await page.waitForFunction(
    (text) => document.querySelector<HTMLTextAreaElement>('#agent-instructions')?.value === text,
    'Messages are material.',
  );
  // The shown version is outdated, so the action is refused and the new state is shown.
  await change('/agents/support', { description: 'Answers mail' });
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText(/so nothing was done/).waitFor();
  await page.getByText('v4', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('It is archived').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a viewer sees the settings without any button that changes them', async () => {
  const body = { name: 'to read', role: 'viewer' };
  const { token } = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body }))
    .body;
  const page = await pages.open(`${SETTINGS}/general`, token);
  await page.getByText('An administrator of the project changes this.').first().waitFor();
  for (const part of ['retention', 'workspaces', 'models', 'agents']) {
    await page.goto(`${SETTINGS}/${part}`);
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.locator('table, form, .note').first().waitFor();
    expect(await page.getByRole('button', { name: /Save|Make it|Delete|New/ }).count()).toBe(0);
  }
  // The page made no request that the server would refuse.
  pages.watched.expectQuiet();
});
