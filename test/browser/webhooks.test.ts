import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { signedInPage } from '../support/browser/signed-in-page.js';
import { watchedContext } from '../support/browser/watched-page.js';
import { createMetaTask, createTask } from '../support/tasks.js';
import { isSignedBy, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { until } from '../support/until.js';
import { sharedServer } from '../support/shared-server.js';

const LIST = '/ui/p/default/webhooks';
const REFUSED = /status of (401|404|412|422)/;
const HOSTILE = '<img src=x onerror=alert(1)>';

const pages = usePages(() => sharedServer({ METARUN_NETWORK_RANGES: '127.0.0.1/32' }));
const { open } = pages;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startReceiver();
  await createMetaTask(pages.server, 'python', 'def run(params, reporter):\n    return 1\n', {
    name: 'Report',
  });
});
afterAll(async () => {
  receiver?.close();
});
beforeEach(async () => {
  receiver.answer = (response) => void response.writeHead(204).end();
});

async function newWebhook(description: string, path = '/hook'): Promise<string> {
  const body = { url: receiver.url + path, events: ['task.success'], description };
  const answer = await pages.server.call<{ id: string }>('POST', '/projects/default/webhooks', {
    body,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

it('the first webhook is created, its secret is shown once, and its deliveries are signed with it', async () => {
  const page = await open(LIST);
  await page.getByText('No webhooks yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New webhook' }).click();
  await page.waitForURL(`**${LIST}/new`);
  await page.getByLabel('Address').fill('no address');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.locator('#webhook-url-error').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Address').fill(`${receiver.url}/first`);
  await page.getByLabel('Description').fill('Team chat');
  await page.getByLabel('a run waits').check();
  await page.getByLabel('Meta-tasks').fill('report\nother');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const made = page.getByRole('region', { name: 'Secret' });
  const secret = (await made.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to webhook' }).click();
  await page.getByText('task.success, task.failed, task.waiting').waitFor();
  await page.getByText('report, other', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
  // A run of the meta-task is sent with a signature and appears without a reload.
  await createTask(pages.server, 'report');
  await page.getByRole('row').filter({ hasText: 'task.success' }).getByText('204').waitFor();
  const hook = receiver.received.find(({ path }) => path === '/first');
  expect(hook && isSignedBy(secret, hook)).toBe(true);
  await page.getByRole('link', { name: 'task.success' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Go to run' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]+$/);
  pages.watched.expectQuiet(REFUSED);
});

it('a test delivery shows its request and the answer as text, and can be sent again', async () => {
  receiver.answer = (response) => void response.writeHead(500).end(HOSTILE);
  const id = await newWebhook('Fails', '/fails');
  const page = await open(`${LIST}/${id}`);
  await page.getByText('No deliveries yet').waitFor();
  await page.getByRole('button', { name: 'Send test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery of webhook.test' });
  await dialog.getByText('500', { exact: true }).waitFor();
  await dialog.getByText(HOSTILE).waitFor();
  await dialog.getByText('webhook_id').waitFor();
  await dialog.getByText('pending').waitFor();
  await expectAccessible(page);
  expect(new URL(page.url()).searchParams.has('delivery')).toBe(true);
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('delivery'));
  await page.getByText(/failing since/).waitFor();
  // The answer 410 ends the delivery and disables the webhook.
  receiver.answer = (response) => void response.writeHead(410).end();
  await page.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('410', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('disabled by the server').waitFor();
  await page.getByText(/The server has disabled this webhook/).waitFor();
  const late: ServerResponse[] = [];
  receiver.answer = (response) => void late.push(response);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  await page.getByLabel('Status').selectOption('failed');
  await page.getByRole('button', { name: 'Resend failed deliveries' }).click();
  await page.getByText('Resending 1 delivery.').waitFor();
  await page.getByLabel('Status').selectOption('success');
  await page.getByText('No matching deliveries').waitFor();
  receiver.answer = (response) => void response.writeHead(200).end('taken');
  for (const response of late) response.writeHead(200).end('taken');
  // The first delivery is the newest; the failed one may have been repeated as well.
  await page.getByRole('link', { name: 'webhook.test' }).first().click();
  await dialog.getByText('taken').waitFor();
  const before = receiver.received.length;
  await dialog.getByRole('button', { name: 'Resend', exact: true }).click();
  await until('it is sent', () => Promise.resolve(receiver.received.length > before));
  pages.watched.expectQuiet(REFUSED);
});

it('a webhook is changed, disabled, given another secret, and deleted', async () => {
  const id = await newWebhook('To change');
  const page = await open(`${LIST}/${id}`);
  await page.getByLabel('a run fails').check();
  await page.getByLabel('a run succeeds').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByText('task.failed', { exact: true }).waitFor();
  await page.getByLabel('a run fails').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.field-error').waitFor();
  await page.getByLabel('a run fails').check();
  const path = `/projects/default/webhooks/${id}`;
  await pages.server.call('PATCH', path, { body: { task_types: ['report'] } });
  await page.getByLabel('Description').fill('To change');
  await page.getByLabel('a run waits').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This was changed after').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'keep my changes' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await pages.server.call<object>('GET', path)).body).toMatchObject({
    events: ['task.failed', 'task.waiting'],
    task_types: ['report'],
  });
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('disabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Rotate secret: To change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const made = page.getByRole('region', { name: 'Secret' });
  expect(await made.locator('code').textContent()).toMatch(/^whsec_/);
  await page.getByText('The previous secret is also valid until').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have stored the secret' }).click();
  expect(await page.content()).not.toContain('whsec_');
  await page.getByRole('button', { name: 'Delete: To change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(`**${LIST}`);
  await page.getByRole('link', { name: 'To change' }).waitFor({ state: 'detached' });
  await page.goto(`${LIST}/${id}?status=odd`);
  await page.getByText(`There is no webhook ${id}`).waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('authors see a webhook without any button, and viewers see which role they need', async () => {
  const id = await newWebhook('To read');
  const createToken = async (role: string): Promise<string> => {
    const body = { name: role, role };
    return (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body })).body
      .token;
  };
  const page = await pages.open(`${LIST}/${id}`, await createToken('author'));
  await page.getByText('No deliveries yet').waitFor();
  expect(await page.getByRole('button', { name: /Send|Save|Disable|secret|Delete/ }).count()).toBe(
    0,
  );
  pages.watched.expectQuiet();
  const reader = await watchedContext(pages.browser, pages.server.url);
  try {
    const other = await signedInPage(pages.server, reader, LIST, await createToken('viewer'));
    await other.getByText('This requires the role author').waitFor();
    reader.expectQuiet();
  } finally {
    await reader.context.close();
  }
});
