/** The settings in the dashboard: members, API keys and secrets. */
import { expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { sharedServer } from '../support/shared-server.js';

const SETTINGS = '/ui/p/default/settings';
const REFUSED = /status of (401|403|409|422)/;
const VALUE = 'correct horse battery';

const pages = usePages(sharedServer);
const { open } = pages;
it('a new API key is shown once with an example, and nowhere afterwards', async () => {
  const page = await open(`${SETTINGS}/keys`);
  await page.getByLabel('What it is for').fill('nightly import');
  await page.getByLabel('follow events').check();
  await page.getByLabel('Expires').selectOption('month');
  await page.getByRole('button', { name: 'Make it' }).click();
  const made = page.getByRole('region', { name: 'Key for nightly import' });
  const key = (await made.locator('code').first().textContent()) ?? '';
  expect(key).toMatch(/^mrk_/);
  await expectAccessible(page);
  const read = await pages.server.call('GET', '/external/v1/projects/default/tasks', {
    token: key,
  });
  expect(read.status).toBe(200);
  const row = page.getByRole('row').filter({ hasText: 'nightly import' });
  await row.getByText('read runs, make and change runs, follow events').waitFor();
  await row.getByText(/^in /).waitFor();
  expect(await made.getByRole('region', { name: 'To try it' }).textContent()).not.toContain(key);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  expect(await page.content()).not.toContain(key);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(key);
  expect(page.url()).not.toContain(key);
  await page.getByRole('button', { name: 'Revoke: nightly import' }).click();
  await page.getByRole('dialog').getByText('refused from the next request').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
  const after = await pages.server.call('GET', '/external/v1/projects/default/tasks', {
    token: key,
  });
  expect(after.status).toBe(401);
  pages.watched.expectQuiet(REFUSED);
});

it('a secret is stored, replaced and deleted, and its value is never shown', async () => {
  const page = await open(`${SETTINGS}/secrets`);
  await page.getByText('No secrets yet').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Name').fill('not a name');
  await page.getByLabel('Value').fill(VALUE);
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByText('a name has 1 to 100 letters').waitFor();
  await page.getByLabel('Name').fill('API_TOKEN');
  await page.getByLabel('Hosts').fill('api.example.com\n*.example.org:8443');
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByText('API_TOKEN is stored.').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'API_TOKEN' });
  await row.getByText('api.example.com, *.example.org:8443').waitFor();
  expect(await page.getByLabel('Value').inputValue()).toBe('');
  expect(await page.content()).not.toContain(VALUE);
  await page.getByRole('button', { name: 'Replace: API_TOKEN' }).click();
  await page.getByRole('heading', { name: 'Replace API_TOKEN' }).waitFor();
  await page.getByLabel('Value').fill('another value');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByRole('heading', { name: 'Store a secret' }).waitFor();
  // The hosts that it had stay.
  await row.getByText('api.example.com').waitFor();
  await page.getByRole('button', { name: 'Delete: API_TOKEN' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No secrets yet').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a member is added, gets another role, and is removed', async () => {
  const page = await open(SETTINGS);
  await page.waitForURL(`**${SETTINGS}/general`);
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Add' }).click();
  const role = page.getByLabel('Role of Ada');
  await role.selectOption('author');
  const members = async (): Promise<object[]> =>
    (await pages.server.call<object[]>('GET', '/projects/default/members')).body;
  await page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  expect(await members()).toContainEqual(expect.objectContaining({ name: 'Ada', role: 'author' }));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove: Ada' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await role.waitFor({ state: 'detached' });
  expect(await members()).not.toContainEqual(expect.objectContaining({ name: 'Ada' }));
  pages.watched.expectQuiet(REFUSED);
});

it('a viewer sees the members, and the role that is needed for keys and secrets', async () => {
  const body = { name: 'to read', role: 'viewer' };
  const { token } = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body }))
    .body;
  const page = await pages.open(`${SETTINGS}/keys`, token);
  await page.getByText('This needs the role admin').waitFor();
  await page.getByRole('link', { name: 'Secrets' }).click();
  await page.getByText('This needs the role author').waitFor();
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('button', { name: /Remove|Add/ }).count()).toBe(0);
  await expectAccessible(page);
  // Nothing was asked for that would be refused.
  pages.watched.expectQuiet();
});
