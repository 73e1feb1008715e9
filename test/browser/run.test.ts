import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = `
def run(params, reporter):
    reporter.set_phase("Asking")
    if params.get("event"):
        return reporter.wait_for_event("payment")
    if params.get("child"):
        return reporter.run_task("run", {"event": True}, name="The child")
    if params.get("ask"):
        reporter.ask_approval("Go on?")
    return {"rows": [{"row": 1, "value": "one"}, {"row": 2, "value": "two"}]}
`;
const RUNS = '/ui/p/default/runs';

const pages = usePages(sharedServer);
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Run', memory_mb: 256 });
});

/** Creates a task and returns its id once it has the status. */
async function runThatIs(status: string, name: string, params: object = {}): Promise<string> {
  const body = { task_type_identifier: 'run', name, params };
  const answer = await pages.server.call<{ id: string }>('POST', TASKS, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  await taskWhen(pages.server, answer.body.id, (task) => task.status === status, 30_000);
  return answer.body.id;
}

function open(path: string): Promise<Page> {
  return pages.open(path);
}

function section(page: Page, name: string | RegExp) {
  return page.getByRole('region', { name });
}

describe('a run', () => {
  it('a successful run shows its result, and the data tab shows it raw', async () => {
    const id = await runThatIs('success', 'Fine');
    const page = await open(`/ui/r/${id}`);
    await page.waitForURL(`**${RUNS}/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Fine' }).waitFor();
    await section(page, 'Result').getByText('"two"').waitFor();
    await page.getByRole('tab', { name: 'Params & result' }).click();
    await page.waitForURL('**?tab=data');
    const result = section(page, 'Result');
    await result.getByRole('button', { name: 'Raw' }).click();
    await result.getByText('"value": "two"').waitFor();
    await page.reload();
    expect(
      await page.getByRole('tab', { name: 'Params & result' }).getAttribute('aria-selected'),
    ).toBe('true');
    pages.watched.expectQuiet();
  });

  it('a waiting run shows what it waits for and continues with an event sent from its page', async () => {
    const id = await runThatIs('waiting', 'Payment', { event: true });
    const page = await open(`${RUNS}/${id}`);
    const waits = section(page, 'Waiting for');
    await waits.getByText('an event', { exact: true }).waitFor();
    await expectAccessibleInAllViews(page);
    await waits.getByRole('button', { name: 'Send event', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send event' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('payment');
    await dialog.getByLabel('Payload').fill('{"paid": ');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('The payload is not valid JSON.').waitFor();
    await expectAccessibleInAllViews(page);
    await dialog.getByLabel('Payload').fill('{"paid": true}');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await section(page, 'Result').getByText('true').waitFor();
    pages.watched.expectQuiet();
  });

  it('a run is cancelled after a dialog that names its children, and a key retries it', async () => {
    const id = await runThatIs('waiting', 'Parent', { child: true });
    const page = await open(`${RUNS}/${id}`);
    await section(page, 'Waiting for').getByText('a child run', { exact: true }).waitFor();
    await page.keyboard.press('x');
    const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
    await dialog.getByText('1 unfinished child run is cancelled too.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep running' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Send event…' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await dialog.getByRole('button', { name: 'Cancel run' }).click();
    await page.locator('.page-head').getByText('cancelled').waitFor();
    await page.getByText('This run was cancelled by admin.').waitFor();
    await page.keyboard.press('r');
    await section(page, 'Waiting for').getByText('a child run', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Attempts' }).click();
    const attempts = page.getByRole('region', { name: 'Attempts' });
    await attempts.getByRole('row').filter({ hasText: 'cancelled' }).waitFor();
    await page.getByRole('tab', { name: 'Related' }).click();
    await section(page, 'Children').getByRole('link', { name: 'The child' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${RUNS}`);
    pages.watched.expectQuiet();
  });

  it('a run and the list of runs show on return what has happened meanwhile', async () => {
    const id = await runThatIs('waiting', 'Left for a while', { ask: true });
    const page = await open(RUNS);
    await page.getByRole('link', { name: 'Left for a while' }).click();
    await page.locator('.page-head').getByText('waiting').waitFor();
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    const waiting = page.getByRole('main').getByText('Go on?').first();
    await waiting.waitFor();
    await pages.server.call('POST', `${TASKS}/${id}/cancel`);
    await waiting.waitFor({ state: 'hidden' });
    await page.goBack();
    await page.locator('.page-head').getByText('cancelled').waitFor();
    await page.goBack();
    const row = page.getByRole('row').filter({ hasText: 'Left for a while' });
    await row.getByText('cancelled').waitFor();
    pages.watched.expectQuiet();
  });

  it('a viewer sees no action of a run that would be refused', async () => {
    const id = await runThatIs('waiting', 'Watched', { ask: true });
    const { body } = await pages.server.call<{ user_id: string }>(
      'POST',
      '/projects/default/members',
      {
        body: { name: 'Vera', role: 'viewer' },
      },
    );
    const token = await pages.server.call<{ token: string }>('POST', '/auth/tokens', {
      body: { name: 'Vera', user_id: body.user_id },
    });
    const page = await pages.watched.newPage('/ui/login');
    await page.getByLabel('Access token').fill(token.body.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    await page.goto(`${RUNS}/${id}`);
    await page.getByRole('group', { name: 'Actions' }).waitFor();
    expect(await page.getByRole('group', { name: 'Actions' }).innerText()).not.toMatch(
      /Cancel|Retry|Run again|Decide/,
    );
    await page.keyboard.press('x');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('a run that ends while the code of its page is on its way is shown as ended', async () => {
    const id = await runThatIs('waiting', 'Slow page', { event: true });
    await open('/ui/account/preferences');
    const { context } = pages.watched;
    const { promise: ended, resolve: bring } = Promise.withResolvers<void>();
    await context.route('**/run-screen-*.js', async (route) => {
      await ended;
      await route.continue();
    });
    const page = await context.newPage();
    const stream = page.waitForResponse('**/events?types=*');
    await page.goto(`${RUNS}/${id}`, { waitUntil: 'commit' });
    await stream;
    await pages.server.call('POST', `${TASKS}/${id}/events/payment`, { body: { payload: 1 } });
    await taskWhen(pages.server, id);
    bring();
    await section(page, 'Result').waitFor();
    await context.unroute('**/run-screen-*.js');
    pages.watched.expectQuiet();
  });

  it('the page and the short address of an unknown run report that it does not exist', async () => {
    const none = '01a20000-0000-7000-8000-000000000000';
    const page = await open(`${RUNS}/${none}`);
    await page.getByText('deleted by retention').waitFor();
    await page.getByRole('link', { name: 'Go to runs' }).click();
    await page.waitForURL(`**${RUNS}`);
    const short = await pages.watched.newPage(`/ui/r/${none}`);
    await short.getByText('in any of your projects').waitFor();
    await expectAccessible(short);
    pages.watched.expectQuiet(/status of 404/);
  });

  it('a run page ignores and reports unknown parts of its address', async () => {
    const id = await runThatIs('success', 'Odd address');
    const page = await open(`${RUNS}/${id}?tab=odd&x=1`);
    await page.getByText(/were ignored: .*tab.*x/).waitFor();
    await section(page, 'Result').waitFor();
    pages.watched.expectQuiet();
  });
});
