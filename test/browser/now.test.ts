import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { sql } from '../support/sql.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = `
def run(params, reporter):
    if params.get("fail"):
        raise LookupError("no rate for XTS")
    if params.get("ask"):
        reporter.ask_approval("# Publish the report?")
    return "fine"
`;
const ONE_AT_A_TIME = `
import time
def run(params, reporter):
    reporter.set_phase("Reading")
    time.sleep(params["seconds"])
`;
/** Number of runs that establish the usual duration of a phase. */
const USUAL = 6;
const HOSTILE = '<img src=x onerror=alert(1)>';
const NOW = '/ui/p/default';
const REFUSED = /status of 401/;

const pages = usePages(sharedServer);
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Rates' });
});

const open = (path = NOW): Promise<Page> => pages.open(path);

async function run(params: object): Promise<string> {
  const body = { task_type_identifier: 'rates', name: 'Rates', params };
  const { body: task } = await pages.server.call<{ id: string }>('POST', TASKS, { body });
  return task.id;
}

async function ended(params: object): Promise<string> {
  const id = await run(params);
  await taskWhen(pages.server, id);
  return id;
}

describe('the screen Now', () => {
  it('a new project shows three first steps and ticks those that are done', async () => {
    await pages.server.call('POST', '/projects', { body: { name: 'Fresh', slug: 'fresh' } });
    const page = await open('/ui/p/fresh');
    const steps = page.getByRole('region', { name: 'Get started in three steps' });
    await steps.getByRole('heading', { name: 'Create an API key for your program' }).waitFor();
    expect(await steps.getByText('done').count()).toBe(0);
    await expectAccessible(page);
    const body = { name: 'Rates', script: SCRIPT };
    await pages.server.call('POST', '/projects/fresh/task-types/', { body });
    await page.reload();
    await steps.getByText('done').waitFor();
    await steps.getByRole('link', { name: 'rates' }).click();
    await page.getByRole('heading', { name: 'Rates', level: 1 }).waitFor();
    pages.watched.expectQuiet(REFUSED);
  });

  it('the Now screen shows that all is well, lists the last runs, and reports a failure live', async () => {
    await ended({});
    const page = await open();
    await page.getByText('All is well').waitFor();
    await page.getByRole('region', { name: 'Last runs' }).getByText('success').waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await expectAccessible(page);
    await ended({ fail: true });
    const failing = page.getByRole('region', { name: 'Failing' });
    await failing.getByText('LookupError: no rate for XTS').waitFor();
    await failing.getByText('since v1').waitFor();
    await failing.getByRole('img', { name: '2 runs, oldest first, 1 failed' }).waitFor();
    expect(await page.getByText('All is well').count()).toBe(0);
    await expectAccessible(page);
    await failing.getByRole('link', { name: '1 time: all failed runs of rates' }).click();
    await page.waitForURL('**/runs?status=failed&type=rates&roots=false');
    pages.watched.expectQuiet(REFUSED);
  });

  it('the Now screen links to a pending decision and to a failed run', async () => {
    const asks = await run({ ask: true });
    const page = await open();
    const decisions = page.getByRole('region', { name: 'Your decisions' });
    await decisions.getByRole('link', { name: 'Review: Publish the report?' }).click();
    await page.getByRole('heading', { name: 'Publish the report?', level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.waitForURL(`**${NOW}`);
    await decisions.waitFor();
    await pages.server.call('POST', `${TASKS}/${asks}/cancel`);
    await decisions.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'LookupError: no rate for XTS' }).click();
    await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
    pages.watched.expectQuiet(REFUSED);
  });

  it('the Now screen reads less often than events occur', async () => {
    const page = await open();
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Failing' }).waitFor();
    const asked = (): number => pages.watched.requests.filter((one) => one.endsWith('/now')).length;
    const tasks = Array.from({ length: 20 }, () => ({ task_type_identifier: 'rates' }));
    await pages.server.call('POST', `${TASKS}/batch`, { body: { tasks } });
    await page.getByText('All is well').waitFor();
    // The page reads once at first, once when the stream begins, and once per three seconds with events.
    expect(asked()).toBeLessThan(20);
    pages.watched.expectQuiet(REFUSED);
  });

  it('the Now screen shows which schedule ticks next', async () => {
    await ended({});
    const times = { every_seconds: 3600, params: {}, task_type_identifier: 'rates' };
    const path = '/projects/default/schedules';
    await pages.server.call('POST', path, { body: { ...times, name: 'Hourly' } });
    const page = await open();
    const schedules = page.getByRole('region', { name: 'Schedules' });
    await schedules.getByText(/^in /).waitFor();
    await schedules.getByRole('link', { name: 'Hourly' }).click();
    await page.getByRole('heading', { name: 'Hourly', level: 1 }).waitFor();
    pages.watched.expectQuiet(REFUSED);
  });

  it('the Now screen reports an unreachable server and loads again on request', async () => {
    const page = await open();
    await page.route('**/now', (route) => route.abort());
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.getByText('cannot be reached').waitFor();
    await page.unroute('**/now');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('All is well').waitFor();
  });
});

it('the Now screen shows slow and stuck runs, failing or paused schedules, and failing webhooks', async () => {
  const single = { name: 'Single', concurrency_limit: 1 };
  await createMetaTask(pages.server, 'python', ONE_AT_A_TIME, single);
  const singleRun = async (name: string, seconds: number): Promise<string> => {
    const body = { task_type_identifier: 'single', name, params: { seconds } };
    return (await pages.server.call<{ id: string }>('POST', TASKS, { body })).body.id;
  };
  for (let n = 0; n < USUAL; n += 1) await taskWhen(pages.server, await singleRun('Usual', 0));
  const slow = await singleRun('Slow one', 600);
  await taskWhen(pages.server, slow, ({ status }) => status === 'running');
  const stuck = await singleRun('Stuck one', 0);
  await sql(pages.server, `UPDATE tasks SET run_at = run_at - 600000 WHERE id = '${stuck}'`);
  for (const state of ['failing_since = 1', "enabled = (1 = 0), disabled_reason = '410'"]) {
    const body = { url: 'https://example.com/hook', events: ['task.failed'] };
    const { body: made } = await pages.server.call<{ id: string }>(
      'POST',
      '/projects/default/webhooks',
      {
        body,
      },
    );
    await sql(pages.server, `UPDATE webhooks SET ${state} WHERE id = '${made.id}'`);
  }
  for (const [name, state] of [
    ['Without a run', `failures = 3, last_error = '${HOSTILE}'`],
    ['Paused by the server', `pause_reason = '${HOSTILE}'`],
  ]) {
    const body = { name, every_seconds: 3600, params: {}, task_type_identifier: 'rates' };
    const { body: made } = await pages.server.call<{ id: string }>(
      'POST',
      '/projects/default/schedules',
      { body },
    );
    await sql(pages.server, `UPDATE schedules SET ${state} WHERE id = '${made.id}'`);
  }
  const page = await open();
  const troubles = page.getByRole('region', { name: 'Slow or stuck' });
  const row = (name: string) => troubles.getByRole('listitem').filter({ hasText: name });
  await row('Stuck one').getByRole('link', { name: 'Slow one' }).waitFor();
  // The usual duration becomes known a moment after the phase exceeds it.
  await until('it is slow', async () => {
    await page.reload();
    await row('Stuck one').waitFor();
    return (await row('Slow one').count()) > 1;
  });
  await troubles.getByText('Reading is taking longer than usual').waitFor();
  const schedules = page.getByRole('region', { name: 'Schedules' });
  await schedules.getByText(`3 ticks without a run: ${HOSTILE}`).waitFor();
  await schedules.getByText(`paused: ${HOSTILE}`).waitFor();
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByText('The last delivery of 1 webhook failed').waitFor();
  await webhooks.getByText('The server has disabled 1 webhook').waitFor();
  await expectAccessible(page);
  await webhooks.getByRole('link', { name: 'Go to webhooks' }).click();
  await page.waitForURL('**/webhooks');
  pages.watched.expectQuiet(REFUSED);
});
