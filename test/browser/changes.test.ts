/** Tests changes in the dashboard: chosen by the user, concurrent with others, refused, and limited by the role. */
import { beforeAll, expect, it } from '@jest/globals';
import { goTo } from './offered.js';
import { usePages } from '../support/browser/pages.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, runScript, TASKS } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const SCRIPT = `def run(params, reporter):
    reporter.step("look", lambda: 1)
    reporter.step("book", lambda: 2)
`;
const PROJECT = '/ui/p/default';
const TYPES = '/projects/default/task-types';
const IMAGE: Wire['ImageDetailDto'] = {
  id: '00000000-0000-7000-8000-000000000001',
  name: 'tools',
  reference: 'registry.example.com/tools:1',
  platform: null,
  auth_secret: null,
  state: 'ready',
  error: null,
  digest: null,
  version: null,
  versions: [],
  meta_tasks: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  updated_by: 'admin',
};
const REFUSED = /status of (401|404|409|412|422)|Clear-Site-Data/;

const pages = usePages(sharedServer);
const { open } = pages;
let type: string;
let run: string;

beforeAll(async () => {
  ({ id: run, task_type: type } = await runScript(pages.server, 'python', SCRIPT));
});

it('a new token may do at most what was chosen for it, for as long as was chosen', async () => {
  const page = await open('/ui/account/tokens');
  await page.getByLabel('Description').fill('to read');
  await page.getByLabel('Maximum role').selectOption('viewer');
  await page.getByLabel('Expires').selectOption('never');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('region', { name: 'Token for to read' }).waitFor();
  const { body } = await pages.server.call<Wire['TokenDto'][]>('GET', '/auth/tokens');
  expect(body.find(({ name }) => name === 'to read')).toMatchObject({
    role: 'viewer',
    expires_at: null,
  });
  pages.watched.expectQuiet(REFUSED);
});

it('a run is made again with the version, the step and the start that are chosen one after the other', async () => {
  await pages.server.call('PATCH', `${TYPES}/${type}`, { body: { timeout_seconds: 50 } });
  const page = await open(`${PROJECT}/runs/${run}/again`);
  await page.getByLabel('current version: v2').check();
  await page.getByLabel('from a step').check();
  await page.waitForURL(/again\?version=current&from_step=[0-9a-f-]+$/);
  await page.getByLabel('Step', { exact: true }).selectOption({ index: 0 });
  expect(await page.getByLabel('current version: v2').isChecked()).toBe(true);
  await page.getByLabel('same version: v1').check();
  await page.waitForURL(/again\?from_step=[0-9a-f-]+$/);
  await page.getByLabel('current version: v2').check();
  await page.getByLabel('from the beginning').check();
  await page.waitForURL(/again\?version=current$/);
  await page.getByLabel('from a step').check();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Run again' }).click();
  const steps = await pages.server.call<{ id: string }[]>('GET', `${TASKS}/${run}/steps`);
  expect((await sent).postDataJSON()).toEqual({
    version: 'current',
    from_step: steps.body[1]?.id,
  });
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  pages.watched.expectQuiet(REFUSED);
});

it('a form keeps what is typed when another user changes the same, and saves both changes', async () => {
  const own = await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Shared' });
  const page = await open(`${PROJECT}/meta-tasks/${own}?tab=limits`);
  await page.getByText('Edit limits').click();
  await page.getByLabel('Memory').fill('333');
  await pages.server.call('PATCH', `${TYPES}/${own}`, { body: { max_attempts: 7 } });
  // The server refuses because of the change, and the page is read again.
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Nothing was done').waitFor();
  await page.getByRole('row').filter({ hasText: 'max_attempts' }).getByText('7').waitFor();
  expect(await page.getByLabel('Memory').inputValue()).toBe('333');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your changes are not lost').waitFor();
  await page.getByRole('button', { name: 'keep my changes' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { body } = await pages.server.call('GET', `${TYPES}/${own}`);
  expect(body).toMatchObject({ version: 3, memory_mb: 333, max_attempts: 7, archived_at: null });
  pages.watched.expectQuiet(REFUSED);
});

it('an image whose deletion is refused stays on its page, with the reason', async () => {
  const page = await open(PROJECT);
  await page.route(`**/projects/*/images/${IMAGE.id}*`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: IMAGE })
      : route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          json: { status: 409, code: 'in_use', detail: 'A meta-task runs on it since.' },
        }),
  );
  await page.goto(`${PROJECT}/settings/images/${IMAGE.id}`);
  await page.getByRole('button', { name: 'Delete: tools' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('A meta-task runs on it since.').waitFor();
  expect(page.url()).toContain(IMAGE.id);
  pages.watched.expectQuiet(REFUSED);
});

it('a viewer is offered nothing on any of these screens but to look and to copy', async () => {
  const { server } = pages;
  const body = { action: 'cancel', ids: [run], expected: 1 };
  const bulk = await server.call<{ id: string }>('POST', `${TASKS}/bulk`, { body });
  const request = { name: 'as viewer', role: 'viewer' };
  const made = await server.call<{ token: string }>('POST', '/auth/tokens', { body: request });
  const page = await open(PROJECT, made.body.token);
  // Most operations would have ended before the page shows them.
  await page.route(`**/bulk/${bulk.body.id}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), state: 'running' } });
  });
  const screens = [
    [`/bulk/${bulk.body.id}`, 'main progress'],
    [`/runs/${run}`, '.overview'],
    [`/runs/${run}/again`, 'main :is(form, .note)'],
    [`/meta-tasks/${type}?tab=versions`, '[role=tabpanel] .cards li'],
    [`/meta-tasks/${type}?tab=limits`, '[role=tabpanel] td'],
    ['/settings/members', 'main td'],
    ['/settings/retention', 'main form'],
  ] as const;
  const buttons = page.locator('main button:not([role=tab], [role=menuitem], [aria-haspopup])');
  const fields = page.locator('main :is(input, select, textarea):enabled');
  const offered: Record<string, [string[], number]> = {};
  for (const [path, shows] of screens) {
    await goTo(page, { path: PROJECT + path });
    await page.locator(shows).first().waitFor();
    const names = (await buttons.allInnerTexts()).filter((name) => name !== 'Copy');
    offered[path] = [names, await fields.count()];
  }
  expect(offered).toEqual(Object.fromEntries(screens.map(([path]) => [path, [[], 0]])));
  pages.watched.expectQuiet(REFUSED);
});
