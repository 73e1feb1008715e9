import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { scriptedModel, type ScriptedModel } from '../support/scripted-model.js';
import { sharedServer } from '../support/shared-server.js';

const PROJECT = '/projects/default';
const SETTINGS = '/ui/p/default/settings';
const REFUSED = /status of (401|404|409|412|422)/;
const OVERTAKEN = 'This was changed after you opened it.';

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
  const memories = page.locator('form').filter({ hasText: 'Memories that require review' });
  await memories.getByLabel('Memories that require review').selectOption('all');
  await memories.getByLabel('Model for memory extraction').fill('nobody/knows');
  await memories.getByRole('button', { name: 'Save' }).click();
  await memories.getByText('nobody/knows').waitFor();
  await memories.getByLabel('Model for memory extraction').fill('');
  await memories.getByRole('button', { name: 'Save' }).click();
  await memories.getByText('Saved.').waitFor();
  expect(await read('/memory-settings')).toEqual({ memory_model: null, memory_review: 'all' });
  // Another administrator changes it first.
  const mcp = page.locator('form').filter({ hasText: 'MCP clients' });
  await change('/mcp', { mcp_approvals: 'on' });
  await mcp.getByLabel('Approvals').selectOption('off');
  await mcp.getByRole('button', { name: 'Save' }).click();
  await mcp.getByText(OVERTAKEN).waitFor();
  await mcp.getByText('(conflict)').waitFor();
  await mcp.getByText(/^Changed by admin/).waitFor();
  expect(await mcp.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  expect(await read('/mcp')).toEqual({ mcp_approvals: 'on' });
  await mcp.getByRole('button', { name: 'keep my changes' }).click();
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
  await page.getByLabel('Log lines', { exact: true }).selectOption('ever');
  await change('/retention', { events_days: 14, tasks_days: 40 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(OVERTAKEN).waitFor();
  const table = page.getByRole('region', { name: 'Conflicting changes' });
  await table.getByRole('row').filter({ hasText: 'Events' }).getByText('14').waitFor();
  await page.getByRole('button', { name: 'keep my changes' }).click();
  expect(await page.getByLabel('Events: days').inputValue()).toBe('14');
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
  await page.getByRole('button', { name: 'discard my changes' }).click();
  expect(await page.getByLabel('Runs: days').inputValue()).toBe('50');
  pages.watched.expectQuiet(REFUSED);
});

it('a workspace is created, changed and deleted with its contents', async () => {
  const page = await open(`${SETTINGS}/workspaces`);
  await page.getByLabel('Name', { exact: true }).fill('default');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByText(/already/).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Reports');
  await page.getByLabel('Kind').selectOption('knowledge_base');
  await page.getByLabel('Quota in MiB').fill('1.5');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.getByText('Reports was created.').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Reports' });
  await row.getByText('0 B of 1.5 MiB').waitFor();
  await page.getByRole('button', { name: 'Edit: Reports' }).click();
  const form = page.locator('form').filter({ hasText: 'Edit Reports' });
  await form.getByLabel('Name', { exact: true }).fill('Yearly reports');
  const [, own] = await read<{ id: string }[]>('/workspaces');
  await change(`/workspaces/${own?.id}`, { quota_bytes: null });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(OVERTAKEN).waitFor();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'keep my changes' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row').filter({ hasText: 'Yearly reports' }).getByText('no limit').waitFor();
  const file = { path: '/a.txt', content: 'one', ws: own?.id };
  const content = '/external/v1/projects/default/files/content';
  const written = await pages.server.call('PUT', content, { body: file });
  expect(written.status).toBe(201);
  await page.reload();
  await page.getByRole('button', { name: 'Delete: Yearly reports' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 file and all earlier versions').waitFor();
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
  await page.getByLabel('Secret', { exact: true }).selectOption('MODEL_KEY');
  await page.getByLabel('Model name').fill('small');
  await page.getByLabel('Name at the provider').fill('small-1');
  await page.getByLabel('Context window in tokens').fill('8000');
  await page.getByLabel('Maximum output tokens').fill('9000');
  await page.getByRole('button', { name: 'Create provider' }).click();
  await page.getByText('must be at most context_tokens').first().waitFor();
  await page.getByLabel('Maximum output tokens').fill('1000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create provider' }).click();
  await page.waitForURL(/settings\/models\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Test: small' }).click();
  await page.getByText(/^The model answered in/).waitFor();
  expect(await page.content()).not.toContain(body.value);
  const [provider] = await read<{ id: string }[]>('/model-providers');
  await change(`/model-providers/${provider?.id}`, { max_concurrency: 2 });
  await page.getByLabel('Name at the provider').fill('small-2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(OVERTAKEN).waitFor();
  await page.getByText(/^Changed by admin/).waitFor();
  await page.getByRole('button', { name: 'keep my changes' }).click();
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
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page
    .getByText(/no\.such\.tool/)
    .first()
    .waitFor();
  await page.getByLabel('Tools', { exact: true }).fill('files.read\nfiles.search');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.waitForURL(`**${SETTINGS}/agents/support`);
  await page.getByText('first version').waitFor();
  await page.getByText('Limits, memories and temperature').click();
  await page.getByLabel('Model calls').fill('20');
  await change('/agents/support', { instructions: 'Never instructions.' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(OVERTAKEN).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'keep my changes' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await read('/agents/support')).toMatchObject({
    version: 3,
    instructions: 'Never instructions.',
    limits: { max_steps: 20 },
  });
  await page.getByRole('link', { name: 'Compare with v1: v2' }).click();
  await page.getByRole('heading', { name: 'Changes from v1 to v2' }).waitFor();
  await page.getByRole('button', { name: 'Restore v1' }).click();
  await page.getByRole('button', { name: 'Restore v3' }).waitFor();
  await page.waitForFunction(
    (text) => document.querySelector<HTMLTextAreaElement>('#agent-instructions')?.value === text,
    'Messages are material.',
  );
  // The shown version is outdated, so the action is refused and the new state is shown.
  await change('/agents/support', { description: 'Answers mail' });
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText(/Nothing was done/).waitFor();
  await page.getByText('v4', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('This agent is archived').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a viewer sees the settings without any button that changes them', async () => {
  const body = { name: 'to read', role: 'viewer' };
  const { token } = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body }))
    .body;
  const page = await pages.open(`${SETTINGS}/general`, token);
  await page.getByText('Only project administrators can change these settings.').first().waitFor();
  for (const part of ['retention', 'workspaces', 'models', 'agents']) {
    await page.goto(`${SETTINGS}/${part}`);
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.locator('table, form, .note').first().waitFor();
    expect(await page.getByRole('button', { name: /Save|Create|Delete|New/ }).count()).toBe(0);
  }
  // The page made no request that the server would refuse.
  pages.watched.expectQuiet();
});
