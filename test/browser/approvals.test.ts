import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  APPROVALS,
  waitForApproval,
  type ApprovalRow,
  decide,
  readApproval,
} from '../support/approvals.js';
import { expectAccessible, expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { PUBLISH, PUBLISH_FORM } from '../support/browser/meta-tasks.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, TASKS } from '../support/tasks.js';
import { until } from '../support/until.js';
import { sharedServer } from '../support/shared-server.js';

const LIST = '/ui/p/default/approvals';
const REFUSED = /status of (401|404|409|422)/;

const pages = usePages(sharedServer);
const { open } = pages;
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', PUBLISH, { name: 'Publish' });
});
afterEach(async () => {
  const { body } = await pages.server.call<ApprovalRow[]>('GET', `${APPROVALS}?status=pending`);
  for (const { task_id: task } of body) await pages.server.call('POST', `${TASKS}/${task}/cancel`);
});

async function ask(prompt: string, more: object = {}): Promise<ApprovalRow> {
  const body = { task_type_identifier: 'publish', name: 'of winter', params: { prompt, ...more } };
  const answer = await pages.server.call<{ id: string }>('POST', TASKS, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return waitForApproval(pages.server, answer.body.id);
}

function count(page: Page) {
  return page.getByRole('navigation', { name: 'Main' }).locator('.waiting-count');
}

describe('the list of approvals', () => {
  it('the list sorts approvals by remaining time and updates live, as does the count in the navigation', async () => {
    await ask('Without a limit?');
    await ask('In an hour?', { expires_in: 3000 });
    await ask('In two days?', { expires_in: 2 * 86_400 + 60 });
    const page = await open(LIST);
    const cards = page.getByRole('list', { name: 'List of approvals' }).getByRole('listitem');
    await cards.nth(2).waitFor();
    expect(await cards.locator('strong').allTextContents()).toEqual([
      'In an hour?',
      'In two days?',
      'Without a limit?',
    ]);
    await cards.nth(1).getByText('2 d 0 h left').waitFor();
    await cards.nth(2).getByText('no time limit').waitFor();
    expect(await count(page).textContent()).toBe('3');
    const fourth = await ask('And this?');
    await cards.nth(3).waitFor();
    await page.getByText('Waiting 4').waitFor();
    await decide(pages.server, fourth.id, { decision: 'reject' });
    await cards.nth(3).waitFor({ state: 'detached' });
    expect(await count(page).textContent()).toBe('3');
    await page.getByRole('link', { name: 'Decided' }).click();
    await page.waitForURL(`**${LIST}?status=decided`);
    await page.getByText(/^Rejected by/).waitFor();
    pages.watched.expectQuiet(REFUSED);
  });

  it('the list drops an approval whose run is cancelled', async () => {
    const { task_id: task } = await ask('Cancelled?');
    const page = await open(LIST);
    await page.getByText('Cancelled?').waitFor();
    await pages.server.call('POST', `${TASKS}/${task}/cancel`);
    await page.getByText('No approvals waiting').waitFor();
    await expectAccessible(page);
    pages.watched.expectQuiet(REFUSED);
  });

  it('the list reports an unreachable server and loads again on request', async () => {
    await ask('Still here?');
    const page = await open(LIST);
    await page.getByText('Still here?').waitFor();
    await page.route('**/approvals?*', (route) => route.abort());
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.getByText('cannot be reached').waitFor();
    await page.unroute('**/approvals?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Still here?').waitFor();
  });
});

describe('one approval', () => {
  it('an approval with a form is rejected without an answer', async () => {
    const { id } = await ask('Delete it?', { form: PUBLISH_FORM });
    const page = await open(`${LIST}/${id}`);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Rejected by admin').waitFor();
    expect((await readApproval(pages.server, id)).body).toMatchObject({
      status: 'rejected',
      payload: null,
    });
    pages.watched.expectQuiet(REFUSED);
  });

  it('an open approval immediately shows a decision that is made elsewhere', async () => {
    const { id } = await ask('Who is first?');
    const page = await open(`${LIST}/${id}`);
    await page.getByRole('button', { name: 'Reject' }).waitFor();
    await until('the page follows', async () =>
      pages.watched.requests.some((one) => one.endsWith('/events')) ? true : undefined,
    );
    await decide(pages.server, id, { decision: 'approve', comment: 'I was' });
    await page.getByText(/^Approved by/).waitFor();
    await page.getByText('I was', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0);
    pages.watched.expectQuiet(REFUSED);
  });

  it('a proposal is shown as text, Markdown, a table or a diff, and never executed', async () => {
    const hostile =
      '<img src=x onerror=alert(1)> ![p](https://evil.example/p.png) [go](javascript:alert(2)) \u202etxt';
    const markdown = await ask(`${hostile}\n\n- **one**\n`, { proposal: `# Title\n\n${hostile}` });
    const page = await open(`${LIST}/${markdown.id}`);
    await page.getByRole('heading', { name: 'Title', level: 3 }).waitFor();
    await page.locator('.markdown strong', { hasText: 'one' }).waitFor();
    await page.locator('.markdown', { hasText: '⟨U+202E⟩txt' }).first().waitFor();
    expect(await page.locator('main img, main script, main [href^=javascript]').count()).toBe(0);
    const difference = await ask('Change it?', {
      proposal: {
        before: 'a\nb\n',
        after: 'a\nc\n',
        rows: [
          { id: 1, by: hostile },
          { id: 2, by: '' },
        ],
      },
    });
    await page.goto(`${LIST}/${difference.id}`);
    await page.getByRole('cell', { name: '+ c' }).waitFor();
    await page.getByRole('cell', { name: '- b' }).waitFor();
    await page.getByRole('columnheader', { name: 'by' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.getByText('"before": "a').waitFor();
    await page.getByText('Params and details of the run').click();
    await page.getByRole('region', { name: 'Params' }).waitFor();
    await expectAccessible(page);
    pages.watched.expectQuiet(REFUSED);
  });

  it('the page of an unknown approval reports that it does not exist', async () => {
    const page = await open('/ui/a/00000000-0000-7000-8000-000000000000');
    await page.getByText('There is no approval 00000000').waitFor();
    pages.watched.expectQuiet(REFUSED);
  });

  it('a viewer cannot decide an approval', async () => {
    const { id } = await ask('May I?');
    const body = { name: 'to read', role: 'viewer' };
    const { token } = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body }))
      .body;
    const page = await pages.open(`${LIST}/${id}`, token);
    await page.getByText('Your role is read-only').waitFor();
    expect(await page.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0);
    pages.watched.expectQuiet(REFUSED);
  });
});

it('an approval with many fields and long words is accessible in all views', async () => {
  const { id } = await ask('a'.repeat(90), {
    proposal: { text: 'b'.repeat(200), rows: [{ id: 1 }, { id: 2 }] },
    form: PUBLISH_FORM,
    expires_in: 600,
  });
  const page = await open(`${LIST}/${id}`);
  await page.getByRole('button', { name: 'Reject' }).waitFor();
  await expectAccessibleInAllViews(page);
  pages.watched.expectQuiet(REFUSED);
});
