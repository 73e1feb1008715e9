import { beforeAll, expect, it } from '@jest/globals';
import { expectAccessible, expectAccessibleInAllViews } from '../support/browser/accessibility.js';
import { usePages } from '../support/browser/pages.js';
import { createMetaTask } from '../support/tasks.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = 'def run(params, reporter):\n    return params["kind"]\n';
const SCHEMA = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { title: 'Kind', enum: ['short', 'long'] } },
};
const LIST = '/ui/p/default/schedules';
const REFUSED = /status of (401|404|412|422)/;

interface Row {
  id: string;
  name: string;
  [member: string]: unknown;
}

const pages = usePages(sharedServer);
const { open } = pages;
beforeAll(async () => {
  await createMetaTask(pages.server, 'python', SCRIPT, { name: 'Report', params_schema: SCHEMA });
});

async function newSchedule(name: string, more: object): Promise<string> {
  const body = { name, task_type_identifier: 'report', params: { kind: 'short' }, ...more };
  const answer = await pages.server.call<Row>('POST', '/projects/default/schedules', { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

it('the first schedule of a project is created with a preview of its next ticks', async () => {
  const page = await open(LIST);
  await page.getByText('No schedules yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New schedule' }).click();
  await page.waitForURL(`**${LIST}/new`);
  const ticks = page.getByRole('region', { name: 'Next ticks' });
  await page.getByLabel('Cron expression').fill('0 0 30 2 *');
  await ticks.getByText('never comes').waitFor();
  await page.getByLabel('Cron expression').fill('30 2 * 3,10 *');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await ticks.getByRole('listitem').nth(9).waitFor();
  expect(await ticks.getByRole('listitem').count()).toBe(10);
  await page.getByLabel('Name', { exact: true }).fill('Nightly');
  await page.getByLabel('Meta-task', { exact: true }).fill('report');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await page.getByText('is required', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Kind *').selectOption('long');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await page.getByRole('heading', { name: 'Nightly', level: 1 }).waitFor();
  const { body } = await pages.server.call<Row[]>('GET', '/projects/default/schedules');
  expect(body).toMatchObject([
    {
      name: 'Nightly',
      cron: '30 2 * 3,10 *',
      time_zone: 'Europe/Berlin',
      params: { kind: 'long' },
      state: 'active',
    },
  ]);
  pages.watched.expectQuiet(REFUSED);
});

it('ticks across a change of the clocks are marked', async () => {
  const page = await open(`${LIST}/new?type=report`);
  expect(await page.getByLabel('Meta-task', { exact: true }).inputValue()).toBe('report');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  // The ticks include the last Sundays of March and October and the days before them.
  await page.getByLabel('Cron expression').fill('0 12 24-31 3,10 *');
  await page
    .getByText(/^Clocks go (forward|back) before this tick/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Interval' }).click();
  await page.getByLabel('Interval in seconds').fill('1');
  await page.getByRole('region', { name: 'Next ticks' }).locator('.field-error').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a schedule is paused, resumed, changed, run now and deleted', async () => {
  const id = await newSchedule('Hourly', { every_seconds: 3600 });
  const page = await open(LIST);
  const row = page.getByRole('row').filter({ hasText: 'Hourly' });
  await row.getByText('every 1 hour').waitFor();
  await row.getByText(/^in /).waitFor();
  await page.getByRole('button', { name: 'Pause: Hourly' }).click();
  await row.getByText('paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume: Hourly' }).click();
  await row.getByText('active', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Hourly' }).click();
  await page.getByLabel('Interval in seconds').fill('7200');
  await page.getByLabel('If a run is still in progress').selectOption('allow');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('every 2 hours').waitFor();
  const changed = await pages.server.call<Row>('GET', `/projects/default/schedules/${id}`);
  expect(changed.body).toMatchObject({ every_seconds: 7200, overlap: 'allow' });
  // A concurrent change is shown and kept together with that of the form.
  const path = `/projects/default/schedules/${id}`;
  await pages.server.call('PATCH', path, { body: { every_seconds: 10800, missed: 'skip' } });
  await page.getByLabel('Name', { exact: true }).fill('Hourly');
  await page.getByLabel('Interval in seconds').fill('3600');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This was changed after').waitFor();
  await page.getByRole('button', { name: 'keep my changes' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await pages.server.call<Row>('GET', path)).body).toMatchObject({
    every_seconds: 3600,
    missed: 'skip',
    overlap: 'allow',
  });
  await page.getByRole('button', { name: 'Run now: Hourly' }).click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
  await page.goto(`${LIST}/${id}`);
  await page.locator('.bars').first().waitFor();
  await page.getByRole('button', { name: 'Delete: Hourly' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete: Hourly' });
  await dialog.getByText('Runs of this schedule are kept').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(`**${LIST}`);
  expect((await pages.server.call('GET', `/projects/default/schedules/${id}`)).status).toBe(404);
  await page.goto(`${LIST}/${id}`);
  await page.getByText('There is no schedule').waitFor();
  pages.watched.expectQuiet(REFUSED);
});

it('a viewer sees the next ticks of a schedule and no button that changes it', async () => {
  const id = await newSchedule('Read only', { cron: '0 9 * * *' });
  const body = { name: 'to read', role: 'viewer' };
  const { token } = (await pages.server.call<{ token: string }>('POST', '/auth/tokens', { body }))
    .body;
  const page = await pages.open(`${LIST}/${id}`, token);
  await page.getByRole('heading', { name: 'Next ticks' }).waitFor();
  expect(await page.getByRole('button', { name: /Pause|Run now|Save|Delete/ }).count()).toBe(0);
  await page.goto(LIST);
  await page.getByText('Read only').waitFor();
  expect(await page.getByRole('link', { name: 'New schedule' }).count()).toBe(0);
  pages.watched.expectQuiet(REFUSED);
});

it('the calendar shows upcoming ticks and which coincide, as a picture and as a table', async () => {
  await newSchedule('By night', { cron: '0 2 * * *' });
  await newSchedule('Also by night', { cron: '0 2 * * *' });
  await newSchedule('Often', { every_seconds: 15 });
  const page = await open(LIST);
  await page.getByRole('link', { name: 'Next 24 hours' }).click();
  await page.waitForURL(`**${LIST}?view=day`);
  const picture = page.getByRole('img', { name: /schedules with ticks/ });
  await picture.waitFor();
  const piles = page.getByRole('region', { name: 'Simultaneous ticks' });
  expect(await piles.innerText()).toContain('By night, Also by night');
  await page.getByText('As a table').click();
  const row = page.getByRole('row', { name: /^Often/ });
  expect(await row.innerText()).toMatch(/more than 60.*continues/s);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Next 7 days' }).click();
  await page.waitForURL(`**${LIST}?view=week`);
  await picture.waitFor();
  pages.watched.expectQuiet();
});

it('the form of a cron schedule is accessible in all views', async () => {
  const page = await open(`${LIST}/${await newSchedule('Seen', { cron: '0 9 * * *' })}`);
  await page.getByRole('region', { name: 'Next ticks' }).getByRole('listitem').first().waitFor();
  await page.getByLabel('Kind *').waitFor();
  await expectAccessibleInAllViews(page);
  pages.watched.expectQuiet(REFUSED);
});
