import { expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { watchedContext } from '../support/browser/watched-page.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, type TaskSummary, taskWhen } from '../support/tasks.js';

const USERS = '/ui/users';
const REFUSED = /status of 409/;
const SCRIPT = 'def run(params, reporter):\n    return 1\n';

const pages = usePages(sharedServer);
const { open } = pages;

it('a user is created, gets a token and administrator rights, loses access, and is deleted', async () => {
  const page = await open(USERS);
  await page.getByLabel('Name', { exact: true }).fill('Grace');
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByText('Grace was created.').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Grace' });
  const dialog = page.getByRole('dialog');
  const choose = async (item: string): Promise<void> => {
    await row.getByRole('button', { name: 'Actions Grace' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('New token');
  await dialog.getByLabel('Description').fill('laptop');
  await dialog.getByRole('button', { name: 'New token' }).click();
  const token = (await dialog.locator('code').textContent()) ?? '';
  expect(token).toMatch(/^mrt_/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I have stored the token' }).click();
  expect(await page.content()).not.toContain(token);
  const me = async () =>
    await pages.server.call<{ is_admin: boolean }>('GET', '/auth/me', { token });
  expect((await me()).status).toBe(200);
  await choose('Make administrator');
  await dialog.getByRole('button', { name: 'Make administrator' }).click();
  await row.getByText('administrator', { exact: true }).waitFor();
  await choose('Remove administrator');
  await dialog.getByRole('button', { name: 'Remove administrator' }).click();
  await row.getByText('administrator', { exact: true }).waitFor({ state: 'detached' });
  await choose('Revoke access');
  await dialog.getByRole('button', { name: 'Revoke access' }).click();
  await page.getByText('Grace: 1 token and 0 API keys revoked').waitFor();
  expect((await me()).status).toBe(401);
  await choose('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  pages.watched.expectQuiet();
});

it('the list of users is filtered by its address, and only administrators can open it', async () => {
  const page = await open('/ui/p/default/runs');
  await page.getByText('admin, admin').click();
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('row').filter({ hasText: 'you' }).waitFor();
  await page.getByLabel('Name contains').fill('no such name');
  await page.getByLabel('Name contains').press('Enter');
  await page.waitForURL(`**${USERS}?q=no*`);
  await page.getByText('Active filters: no such name.').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByLabel('administrators only').check();
  await page.waitForURL(`**${USERS}?admin=true`);
  const rows = page.getByRole('row').filter({ hasText: 'administrator' });
  await rows.first().waitFor();
  if ((await rows.count()) === 1) {
    await rows.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Remove administrator' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText("the installation's last administrator").waitFor();
  }
  pages.watched.expectQuiet(REFUSED);
  const body = { name: 'to write', role: 'author' };
  const made = await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body });
  const other = await watchedContext(pages.browser, pages.server.url);
  try {
    const there = await signedInPage(pages.server, other, USERS, made.body.token);
    await there.getByText('This requires an administrator of the installation.').waitFor();
    await expectAccessible(there);
    await there.getByText(', author').click();
    expect(await there.getByRole('link', { name: 'Users' }).count()).toBe(0);
    other.expectQuiet();
  } finally {
    await other.context.close();
  }
});

it('drafts have their own list, where ended drafts can be deleted', async () => {
  const page = await open('/ui/p/default/runs');
  await page.getByLabel('drafts', { exact: true }).check();
  await page.waitForURL('**/runs?drafts=true');
  const body = { name: 'Tried here', script: SCRIPT };
  const place = '/projects/default/task-types/try';
  const draft = await pages.server.call<TaskSummary>('POST', place, { body });
  await taskWhen(pages.server, draft.body.id);
  const row = page.locator('tbody tr').filter({ hasText: 'tried-here' });
  await row.getByText('success').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete my drafts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my drafts' }).click();
  await page.getByText(/drafts? deleted/).waitFor();
  await row.waitFor({ state: 'detached' });
  pages.watched.expectQuiet();
});

it('a version is saved with a note that the list of versions shows', async () => {
  const identifier = await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Noted here' });
  const page = await open(`/ui/p/default/meta-tasks/${identifier}/edit`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# more');
  await page.getByLabel('Version note').fill('A line more');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved as v2.').waitFor();
  const { body } = await pages.server.call<{ note: string }>(
    'GET',
    `/projects/default/task-types/${identifier}`,
  );
  expect(body.note).toBe('A line more');
  await page.goto(`${pages.server.url}/ui/p/default/meta-tasks/${identifier}?tab=versions`);
  await page.getByText('A line more').waitFor();
  pages.watched.expectQuiet();
});
