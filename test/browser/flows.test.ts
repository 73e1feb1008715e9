/** Tests the main flows of the dashboard from start to end. Other functions have tests in the file of their screen. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { waitForApproval } from '../support/approvals.js';
import { expectAccessible } from '../support/browser/accessibility.js';
import {
  BOOKING,
  locateEditor,
  PUBLISH,
  PUBLISH_FORM,
  writeAtEnd,
} from '../support/browser/meta-tasks.js';
import { usePages } from '../support/browser/pages.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';

const IMPORT = `from typing import TypedDict

class Params(TypedDict, total=False):
    currency: str
    at_most: int

class UnknownCurrency(Exception):
    pass

def to_euro(currency):
    if currency == "XTS":
        raise UnknownCurrency(f"no rate for {currency!r}")
    return f"booked in {currency}"

def run(params: Params, reporter):
    reporter.files.write("/seen.txt", "x")
    reporter.set_phase("Loading")
    reporter.log("3 invoices have no VAT id", level="warning")
    reporter.set_phase("Booking")
    return to_euro(params["currency"])
`;
const PROJECT = '/ui/p/default';
const RUNS = `${PROJECT}/runs`;
const TYPES = '/projects/default/task-types';
const FILES = '/external/v1/projects/default/files/content';
const SECRET = 'correct horse battery';
/** Messages that the browser logs for failed requests, such as the first one for the user, and for cleared data. */
const REFUSED = /status of (401|403|404|409|412|422)|Clear-Site-Data/;

const pages = usePages(sharedServer);
const { open } = pages;
/** Id of the failed run. */
let failed: string;

beforeAll(async () => {
  const { server } = pages;
  await createMetaTask(server, 'python', IMPORT, { name: 'Import' });
  failed = await newRun('import', 'Broken <b>one</b>', { currency: 'XTS', at_most: 2 });
  const fine = await newRun('import', 'Fine', { currency: 'CHF' });
  for (const id of [failed, fine]) await taskWhen(server, id);
});

async function newRun(type: string, name: string, params: object): Promise<string> {
  const body = { task_type_identifier: type, name, params };
  const answer = await pages.server.call<{ id: string }>('POST', TASKS, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

const section = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

it('a user signs in by token to the page that was asked for, after a wrong one, and signs out', async () => {
  const page = await pages.watched.newPage(`${RUNS}?status=failed`);
  const token = page.getByLabel('Access token');
  await token.fill('mrt_wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').filter({ hasText: 'not valid' }).waitFor();
  await expectAccessible(page);
  await token.fill(pages.server.adminToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  expect(page.url()).toBe(`${pages.server.url}${RUNS}?status=failed`);

  const [cookie] = await pages.watched.context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
  await page.getByText('admin, admin').click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await token.waitFor();
  expect(await pages.watched.context.cookies()).toEqual([]);
  const headers = { Cookie: `${cookie?.name}=${cookie?.value}` };
  const replayed = await pages.server.call('GET', '/auth/me', { token: null, headers });
  expect(replayed.status).toBe(401);
  pages.watched.expectQuiet(REFUSED);
});

it('the list shows the runs, keeps its filters in the address over a reload, and opens a run', async () => {
  const page = await open(RUNS);
  await row(page, 'Fine').getByText('success').waitFor();
  await row(page, 'Broken <b>one</b>').getByText("no rate for 'XTS'").waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^failed/ }).click();
  await page.waitForURL(`**${RUNS}?status=failed`);
  await row(page, 'Fine').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: /^failed/, pressed: true }).waitFor();
  await row(page, 'Broken').waitFor();
  expect(await row(page, 'Fine').count()).toBe(0);
  await page.getByRole('searchbox').fill('nothing has this name');
  await page.keyboard.press('Enter');
  await page.getByText('Active filters: failed, nothing has this name.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL(`**${RUNS}`);
  await row(page, 'Fine').getByRole('link', { name: 'Fine' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fine' }).waitFor();
  await section(page, 'Result').getByText('booked in CHF').waitFor();
  // The list contains changes that happened while another screen was open.
  await taskWhen(pages.server, await newRun('import', 'Later', { currency: 'DKK' }));
  await page.goBack();
  await row(page, 'Later').getByText('success').waitFor();
  pages.watched.expectQuiet();
});

it('a failed run shows its error, the stack, the phases, its log and the command that pulls it', async () => {
  const page = await open(`${RUNS}/${failed}`);
  await page.getByRole('heading', { level: 1, name: 'Broken <b>one</b>' }).waitFor();
  const error = section(page, /UnknownCurrency no rate for 'XTS'/);
  await error.getByLabel('Lines of workflow.py').getByText('raise UnknownCurrency').waitFor();
  await error.getByText('Raw stack trace').click();
  await error.getByText('in to_euro').waitFor();
  await error.getByText('script_error').waitFor();
  const phases = page.getByRole('list', { name: 'Phases' });
  await phases.getByText(/Loading · .* done/).waitFor();
  await phases.getByText(/Booking · .* ended here/).waitFor();
  await page.getByText(`metarun pull ${failed.slice(-8)}`).waitFor();
  await section(page, 'History').getByText('failed · script_error').waitFor();
  await section(page, 'Params').getByText('"XTS"').waitFor();
  await section(page, 'Last lines before the end').getByText('3 invoices').waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Files' }).click();
  await row(page, '/seen.txt').getByText('written').waitFor();
  pages.watched.expectQuiet();
});

it('a failed run is made again by the form, with the current version and other params, to success', async () => {
  const change = { timeout_seconds: 50 };
  await pages.server.call('PATCH', `${TYPES}/import`, { body: change });
  const page = await open(`${RUNS}/${failed}`);
  await page.getByRole('button', { name: 'Run again…' }).click();
  await page.waitForURL(`**${RUNS}/${failed}/again`);
  await page.getByLabel('current version: v2').check();
  await page.waitForURL(`**/again?version=current`);
  await page.getByLabel('change them').check();
  await page.getByLabel('currency').fill('EUR');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.waitForURL(/\/ui\/p\/default\/runs\/[0-9a-f-]{36}$/);
  await page.locator('.page-head').getByText('success').waitFor();
  await section(page, 'Result').getByText('booked in EUR').waitFor();
  const made = await pages.server.call('GET', `${TASKS}/${page.url().slice(-36)}`);
  expect(made.body).toMatchObject({
    status: 'success',
    task_type_version: 2,
    rerun_of: failed,
    params: { currency: 'EUR', at_most: 2 },
  });
  pages.watched.expectQuiet();
});

it('the editor marks errors at their line, completes code, tries a draft and saves a version', async () => {
  const identifier = await createMetaTask(pages.server, 'python', BOOKING, { name: 'Booking' });
  const type = async () =>
    (await pages.server.call<{ script: string; version: number }>('GET', `${TYPES}/${identifier}`))
      .body;
  const page = await open(`${PROJECT}/meta-tasks/${identifier}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.waitForURL(`**/meta-tasks/${identifier}/edit`);
  await page.getByText('No problems.').waitFor();
  expect(await page.getByRole('button', { name: /^Save/ }).isEnabled()).toBe(false);

  await writeAtEnd(page, '\n\ndef broken(:\n');
  await page.getByRole('button', { name: 'line 13:12' }).waitFor();
  await page.locator('.cm-lint-marker-error').first().waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('No problems.').waitFor();

  await writeAtEnd(page, '    reporter.set_p');
  await page.keyboard.press('Control+ ');
  await page.getByRole('option', { name: /^set_progress/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await page.getByText('There are no changes to save.').waitFor();
  // In the editor, the shortcuts of the page are ordinary letters.
  expect(page.url()).toContain('/edit');

  await page.getByLabel('month').fill('June');
  await locateEditor(page).focus();
  await page.keyboard.press('Control+Enter');
  const draft = page.getByRole('region', { name: 'Draft', exact: true });
  await draft.getByText('success').waitFor();
  await draft.getByText('booking June').waitFor();
  await draft.getByText('booked').waitFor();
  const drafts = await pages.server.call<{ id: string }[]>('GET', `${TASKS}?draft=true`);
  expect(drafts.body).toHaveLength(1);
  expect((await type()).version).toBe(1);

  await writeAtEnd(page, '# the end\n');
  await page.getByRole('button', { name: 'Changes since v1' }).click();
  await page.getByText('+ # the end').waitFor();
  await page.getByRole('button', { name: 'Script', exact: true }).click();
  await locateEditor(page).focus();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved as v2.').waitFor();
  expect(await type()).toMatchObject({ version: 2, script: `${BOOKING}# the end\n` });
  await expectAccessible(page);
  pages.watched.expectQuiet(REFUSED);
});

it('a run that asks goes on live once its form is approved with an answer that the server accepts', async () => {
  await createMetaTask(pages.server, 'python', PUBLISH, { name: 'Publish' });
  const task = await newRun('publish', 'of winter', {
    prompt: 'Publish “Winter”?',
    proposal: { title: 'Winter', words: 7 },
    form: PUBLISH_FORM,
    expires_in: 3 * 86_400,
  });
  const { id, hash } = await waitForApproval(pages.server, task);
  const page = await open(`${RUNS}/${task}`);
  await page.getByRole('button', { name: 'Decide…' }).click();
  await page.waitForURL(`**${PROJECT}/approvals/${id}`);
  await page.getByRole('heading', { name: 'Publish “Winter”?', level: 1 }).waitFor();
  expect(await page.getByLabel('Copies').inputValue()).toBe('2');
  await page.getByLabel('Title').fill('winter');
  await page.getByRole('button', { name: 'Approve as admin' }).click();
  await page.getByText('Your answer is incomplete').waitFor();
  await page.getByText('such as “Winter”').waitFor();
  await expectAccessible(page);
  await page.getByLabel('newsletter').check();
  await page.getByLabel('Title').fill('Winter');
  await page.getByLabel('Keep it on top').check();
  await page.getByLabel(/^Comment/).fill('Well done');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Approve as admin' }).click();
  const payload = { channel: 'newsletter', title: 'Winter', top: true, copies: 2 };
  expect((await sent).postDataJSON()).toEqual({
    decision: 'approve',
    comment: 'Well done',
    payload,
    hash,
  });
  await page.getByText('Approved by admin').waitFor();
  await taskWhen(pages.server, task);
  await page.goBack();
  await page.locator('.page-head').getByText('success').waitFor();
  await section(page, 'Result').getByText('"newsletter"').waitFor();
  const { body } = await pages.server.call('GET', `${TASKS}/${task}`);
  expect(body).toMatchObject({ status: 'success', result: { decision: 'approve', payload } });
  pages.watched.expectQuiet(REFUSED);
});

it('a user uploads a file twice, views and restores a version, and moves, deletes and undeletes it', async () => {
  const page = await open(`${PROJECT}/files`);
  // There is only one workspace.
  await page.waitForURL(/\/files\/[0-9a-f-]{36}/);
  const place = new URL(page.url()).pathname;
  await row(page, 'seen.txt').waitFor();
  const choose = page.getByLabel('Files to upload');
  const file = (text: string) => ({
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await choose.setInputFiles([file('first\n')]);
  const tray = page.getByRole('region', { name: 'Uploads' });
  await tray.getByText('1 file uploaded.').waitFor();
  await choose.setInputFiles([file('second\n')]);
  await tray.getByRole('button', { name: 'Replace: plan.txt' }).click();
  await tray.getByText('2 files uploaded.').waitFor();
  await expectAccessible(page);
  await page
    .getByRole('table', { name: 'Contents of /' })
    .getByRole('link', { name: 'plan.txt' })
    .click();
  const lines = page.getByRole('region', { name: 'Lines of plan.txt' });
  await lines.getByText('second').waitFor();
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await lines.getByText('first').waitFor();
  await page.getByText('This is version 1, not the current version.').waitFor();
  await page.reload();
  await lines.getByText('first').waitFor();
  await page.getByRole('button', { name: 'Restore: version 1' }).click();
  await page.getByRole('link', { name: 'Version 3', exact: true }).waitFor();
  await lines.getByText('first').waitFor();
  await page.getByRole('button', { name: 'Delete earlier versions: plan.txt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete earlier versions' }).click();
  await page.getByRole('link', { name: 'Version 2', exact: true }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Move or rename…' }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await dialog.getByText('This is the current path. Enter a different one.').waitFor();
  await dialog.getByLabel('New path').fill('/work/old/plan #1.txt');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('heading', { name: 'plan #1.txt', exact: true }).waitFor();
  const moved = page.getByRole('region', { name: 'Lines of plan #1.txt' });
  await moved.getByText('first').waitFor();
  await page.goto(`${place}/work`);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByText('This also deletes 1 file and 1 folder (6 B)').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Root', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Deleted files' }).click();
  await page.getByRole('button', { name: 'Restore: /work/old/plan #1.txt' }).click();
  await page.getByText('/work/old/plan #1.txt was restored.').waitFor();
  await page.goto(`${place}/work/old`);
  await page.getByRole('link', { name: 'plan #1.txt' }).click();
  await moved.getByText('first').waitFor();
  const content =
    '[Run](javascript:alert(1)) <b onclick="alert(1)">or</b> [read](https://example.com/).';
  await pages.server.call('PUT', FILES, { body: { path: '/notes.md', content } });
  await page.goto(`${place}/notes.md`);
  await page.locator('.markdown').getByText('<b onclick').waitFor();
  expect(await page.locator('.markdown a[href]').count()).toBe(1);
  pages.watched.expectQuiet(REFUSED);
});

it('a new API key is shown once with an example, and nowhere afterwards', async () => {
  const page = await open(`${PROJECT}/settings/keys`);
  await page.getByLabel('Description').fill('nightly import');
  await page.getByLabel('follow events').check();
  await page.getByLabel('Expires').selectOption('month');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const made = page.getByRole('region', { name: 'Key for nightly import' });
  const key = (await made.locator('code').first().textContent()) ?? '';
  expect(key).toMatch(/^mrk_/);
  await expectAccessible(page);
  const read = await pages.server.call('GET', '/external/v1/projects/default/tasks', {
    token: key,
  });
  expect(read.status).toBe(200);
  const row = page.getByRole('row').filter({ hasText: 'nightly import' });
  await row.getByText('read runs, start and change runs, follow events').waitFor();
  await row.getByText(/^in /).waitFor();
  expect(await made.getByRole('region', { name: 'Try it' }).textContent()).not.toContain(key);
  await page.getByRole('button', { name: 'I have stored the key' }).click();
  expect(await page.content()).not.toContain(key);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(key);
  expect(page.url()).not.toContain(key);
  await page.getByRole('button', { name: 'Revoke: nightly import' }).click();
  await page.getByRole('dialog').getByText('lose access immediately').waitFor();
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
  const page = await open(`${PROJECT}/settings/secrets`);
  await page.getByText('No secrets yet').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Name').fill('not a name');
  await page.getByLabel('Value').fill(SECRET);
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByText('a name has 1 to 100 letters').waitFor();
  await page.getByLabel('Name').fill('API_TOKEN');
  await page.getByLabel('Hosts').fill('api.example.com\n*.example.org:8443');
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByText('API_TOKEN was stored.').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'API_TOKEN' });
  await row.getByText('api.example.com, *.example.org:8443').waitFor();
  expect(await page.getByLabel('Value').inputValue()).toBe('');
  expect(await page.content()).not.toContain(SECRET);
  await page.getByRole('button', { name: 'Replace: API_TOKEN' }).click();
  await page.getByRole('heading', { name: 'Replace API_TOKEN' }).waitFor();
  await page.getByLabel('Value').fill('another value');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Store' }).click();
  await page.getByRole('heading', { name: 'Store secret' }).waitFor();
  // The hosts of the secret are unchanged.
  await row.getByText('api.example.com').waitFor();
  await page.getByRole('button', { name: 'Delete: API_TOKEN' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No secrets yet').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a member is in the list once added, and leaves it when removed', async () => {
  const page = await open(`${PROJECT}/settings/members`);
  await page.getByLabel('Name').fill('Grace');
  await page.getByRole('button', { name: 'Add' }).click();
  await row(page, 'Grace').waitFor();
  await page.getByRole('button', { name: 'Remove: Grace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row(page, 'Grace').waitFor({ state: 'detached' });
  pages.watched.expectQuiet();
});
