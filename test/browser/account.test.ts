import { beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { watchedContext } from '../support/browser/watched-page.js';
import { sharedServer } from '../support/shared-server.js';
import { usePages } from '../support/browser/pages.js';

const ACCOUNT = '/ui/account';
const REFUSED = /status of (401|409|422)|Clear-Site-Data/;

const pages = usePages(sharedServer);
let token: string;

beforeEach(async () => {
  // Each test has its own sessions, which end with this token.
  const body = { name: 'of the test' };
  ({ token } = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body })).body);
});

const open = (path: string): Promise<Page> => pages.open(path, token);

it("a new token is shown once, works and is revoked; revoking the page's own token signs it out", async () => {
  const page = await open(ACCOUNT);
  await page.waitForURL(`**${ACCOUNT}/tokens`);
  const ownRow = page.getByRole('row').filter({ hasText: 'this browser' });
  await ownRow.getByText('of the test').waitFor();
  await page.getByLabel('Description').fill('nightly');
  await page.getByLabel('Maximum role').selectOption('viewer');
  await page.getByLabel('Expires').selectOption('month');
  await page.getByRole('button', { name: 'Create token' }).click();
  const made = page.getByRole('region', { name: 'Token for nightly' });
  const value = (await made.locator('code').textContent()) ?? '';
  expect(value).toMatch(/^mrt_/);
  await expectAccessible(page);
  const me = await pages.server.call<{ role: string }>('GET', '/auth/me', { token: value });
  expect(me.body.role).toBe('viewer');
  await page.getByRole('button', { name: 'I have stored the token' }).click();
  expect(await page.content()).not.toContain(value);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(value);
  await page.getByRole('button', { name: 'Revoke: nightly' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('row').filter({ hasText: 'nightly' }).waitFor({ state: 'detached' });
  expect((await pages.server.call('GET', '/auth/me', { token: value })).status).toBe(401);
  await ownRow.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByText('so you will be signed out').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Your session has ended. Sign in to continue.').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a user signs out another browser, and then all browsers at once', async () => {
  const other = await watchedContext(pages.browser, pages.server.url);
  try {
    const there = await signedInPage(pages.server, other, '/ui/', token);
    await there.getByRole('main').waitFor();
    const page = await open(`${ACCOUNT}/sessions`);
    await page.getByText('this browser').waitFor();
    // The newest session is that of this page.
    const before = await pages.server.call<{ id: string }[]>('GET', '/auth/sessions', { token });
    const rows = page.getByRole('row').filter({ hasText: 'Chrome, Linux' });
    expect(await rows.count()).toBe(before.body.length);
    await expectAccessible(page);
    const others = rows.filter({ hasNotText: 'this browser' });
    await others
      .first()
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('tbody tr').length < count,
      before.body.length,
    );
    await page.getByRole('button', { name: 'Sign out everywhere' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/ui/login*');
    const after = await pages.server.call<object[]>('GET', '/auth/sessions', { token });
    expect(after.body).toEqual([]);
  } finally {
    await other.context.close();
  }
  pages.watched.expectQuiet(REFUSED);
});

it('preferences are kept in the browser and apply after a reload', async () => {
  const page = await open(`${ACCOUNT}/preferences`);
  await page.getByLabel('Theme', { exact: true }).last().selectOption('dark');
  await page.getByLabel('Time zone', { exact: true }).selectOption('utc');
  await page.getByText(/^Current time: .* UTC$/).waitFor();
  await page.getByLabel('Timestamps in logs').selectOption('since');
  await page.getByLabel('Wrap long log lines').check();
  await page.reload();
  await page.getByText(/^Current time: .* UTC$/).waitFor();
  expect(await page.getByLabel('Timestamps in logs').inputValue()).toBe('since');
  expect(await page.getByLabel('Wrap long log lines').isChecked()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
  pages.watched.expectQuiet();
});

it('an administrator of the installation creates a project; other users do not see the list', async () => {
  const page = await open('/ui/projects');
  await page.getByLabel('Slug').fill('Not a slug');
  await page.getByLabel('Name').fill('Web shop');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText(/1 to 63 lower-case letters/).waitFor();
  const slug = `shop-${token
    .slice(-8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}x`;
  await page.getByLabel('Slug').fill(slug);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('Web shop was created.').waitFor();
  const row = page.getByRole('row').filter({ hasText: slug });
  await expectAccessible(page);
  await row.getByRole('link', { name: 'Settings: Web shop' }).click();
  await page.waitForURL(`**/ui/p/${slug}/settings/general`);
  const body = { name: 'to read', role: 'viewer' };
  const reader = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body }))
    .body;
  const other = await watchedContext(pages.browser, pages.server.url);
  try {
    const there = await signedInPage(pages.server, other, '/ui/projects', reader.token);
    await there.getByText('This requires an administrator of the installation.').waitFor();
    other.expectQuiet();
  } finally {
    await other.context.close();
  }
  pages.watched.expectQuiet(REFUSED);
});
