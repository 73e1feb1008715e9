import { expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { sharedServer } from '../support/shared-server.js';

const SETTINGS = '/ui/p/default/settings';
const REFUSED = /status of (401|403|409|422)/;

const pages = usePages(sharedServer);
const { open } = pages;
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
  await page.getByText('This requires the role admin').waitFor();
  await page.getByRole('link', { name: 'Secrets' }).click();
  await page.getByText('This requires the role author').waitFor();
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('button', { name: /Remove|Add/ }).count()).toBe(0);
  await expectAccessible(page);
  // The page made no request that the server would refuse.
  pages.watched.expectQuiet();
});
