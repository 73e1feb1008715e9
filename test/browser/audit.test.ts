import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { startServer } from '../support/server.js';

const AUDIT = '/ui/p/default/settings/audit';

const pages = usePages(startServer);
const { open } = pages;
beforeAll(async () => {
  // These are more than one page of records.
  for (let days = 1; days <= 55; days += 1)
    await pages.server.call('PATCH', '/projects/default/retention', {
      body: { tasks_days: 300 + days },
    });
  const key = { name: 'nightly import', scopes: ['tasks:read'] };
  await pages.server.call('POST', '/projects/default/api-keys', { body: key });
  const secret = { value: 'correct horse' };
  await pages.server.call('PUT', '/projects/default/secrets/API_TOKEN', { body: secret });
});

it('the audit log shows who changed what and the difference, but no secret values', async () => {
  const page = await open(AUDIT);
  const row = page.getByRole('row').filter({ hasText: 'tasks_days' }).first();
  await row.getByText('354', { exact: true }).waitFor();
  await row.getByText('355', { exact: true }).waitFor();
  await row.getByText('from 127.0.0.1').waitFor();
  const secret = page.getByRole('row').filter({ hasText: 'API_TOKEN' });
  await secret.getByText('changed', { exact: true }).waitFor();
  expect(await page.content()).not.toContain('correct horse');
  expect(await page.getByRole('row').count()).toBe(51);
  await page.getByRole('button', { name: 'Older changes' }).click();
  await page.getByRole('row').nth(57).waitFor();
  await page.getByRole('button', { name: 'Older changes' }).waitFor({ state: 'detached' });
  pages.watched.expectQuiet();
});

it('the audit log is filtered by operation, user, time and credential, all kept in the address', async () => {
  const page = await open(AUDIT);
  const field = page.getByRole('searchbox');
  await field.fill('not one');
  await field.press('Enter');
  await page.getByText('Enter an operation in the form').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await field.fill('api-keys.create');
  await field.press('Enter');
  await page.getByRole('row').nth(1).getByText('nightly import').first().waitFor();
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await page.getByLabel('User', { exact: true }).selectOption({ label: 'admin' });
  await page.getByLabel('Time', { exact: true }).selectOption('24h');
  await page.getByRole('link', { name: /^token: / }).click();
  await page.waitForURL(/credential=/);
  const parameters = new URL(page.url()).searchParams;
  expect([...parameters.keys()].toSorted()).toEqual(['action', 'credential', 'since', 'user']);
  await page.reload();
  await page.getByRole('row').nth(1).getByText('nightly import').first().waitFor();
  await page.getByRole('button', { name: 'Remove filter: one token or key' }).click();
  await page.waitForURL((url) => !url.searchParams.has('credential'));
  await page.goto(`${AUDIT}?action=webhooks.create&odd=1`);
  await page.getByText('Unknown parameters in the address were ignored: odd.').waitFor();
  await page.getByText('No matching changes').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('row').nth(50).waitFor();
  pages.watched.expectQuiet();
});

it('an export contains every audit entry that matches the filters', async () => {
  const page = await open(`${AUDIT}?action=retention.change`);
  await page.getByRole('table').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('audit.jsonl');
  const lines = (await text(await download.createReadStream())).trim().split('\n');
  const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
  expect(actions).toEqual(Array.from({ length: 55 }, () => 'retention.change'));
  pages.watched.expectQuiet();
});

it('the audit log shows users without the admin role which role they need', async () => {
  const body = { name: 'to write', role: 'author' };
  const { token } = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body }))
    .body;
  const page = await pages.open(AUDIT, token);
  await page.getByText('This requires the role admin').waitFor();
  await expectAccessible(page);
  pages.watched.expectQuiet();
});
