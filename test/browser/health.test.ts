import { expect, it } from '@jest/globals';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { startServer } from '../support/server.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';

const HEALTH = '/ui/health';

const pages = usePages(startServer);
const { open } = pages;
it('the health page shows the state of the installation, refreshes it and copies a report', async () => {
  await pages.watched.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await open('/ui/p/default/runs');
  await page.getByText('admin, admin').click();
  await page.getByRole('link', { name: 'Health' }).click();
  await page.waitForURL(`**${HEALTH}`);
  const { body } = await pages.server.call<{
    version: string;
    sandbox: { level: number; does_not_contain: string };
    warnings: { text: string }[];
  }>('GET', '/installation');
  await page.getByRole('heading', { name: `Sandbox: level ${body.sandbox.level}` }).waitFor();
  await page.getByText(body.sandbox.does_not_contain).waitFor();
  await page.getByText(body.version, { exact: true }).first().waitFor();
  await page.getByRole('row').filter({ hasText: 'this server' }).getByText('alive').waitFor();
  const warnings = await page.locator('.warnings li').allInnerTexts();
  expect(warnings).toHaveLength(body.warnings.length);
  // Each warning begins with the server's text, in which code is marked up.
  for (const [at, { text }] of body.warnings.entries())
    expect(warnings[at]?.slice(0, 20)).toBe(text.slice(0, 20));
  const row = page.getByRole('row').filter({ hasText: 'Default' });
  await row.getByText('0', { exact: true }).nth(2).waitFor();
  const script = 'def run(params, reporter):\n    reporter.ask_approval("Go on?")\n';
  const identifier = await createMetaTask(pages.server, 'python', script, { name: 'Waits' });
  const id = await createTask(pages.server, identifier);
  await taskWhen(pages.server, id, ({ status }) => status === 'waiting');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await row.getByText('1', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Copy report/ }).click();
  await page.getByText('copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ version: body.version, sandbox: body.sandbox });
  pages.watched.expectQuiet();
});

it('the health page shows other users who may read it, and their menu does not offer it', async () => {
  const request = { name: 'to write', role: 'author' };
  const answer = await pages.server.call<{ token: string }>('POST', '/auth/tokens', {
    body: request,
  });
  const page = await pages.open(HEALTH, answer.body.token);
  await page
    .getByRole('main')
    .getByText(/administrator/)
    .waitFor();
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByText(', author').click();
  expect(await page.getByRole('link', { name: 'Health' }).count()).toBe(0);
  // The page made no request that the server would refuse.
  pages.watched.expectQuiet();
});
