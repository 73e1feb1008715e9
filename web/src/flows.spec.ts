/** @jest-environment ./test/dashboard/environment.mjs */
/** Things that take some steps, changes that come meanwhile, and who is offered which action. */
import { describe, expect, it } from '@jest/globals';
import { refusal, Reply, tagged } from '../../test/dashboard/answers.js';
import { knowledge, metaTask } from '../../test/dashboard/catalogue.js';
import {
  changes,
  fill,
  later,
  offered,
  openPage,
  outline,
  press,
  pressKey,
  receive,
} from '../../test/dashboard/dashboard.js';
import { run } from '../../test/dashboard/runs.js';
import { image } from '../../test/dashboard/settings.js';
import { SCREENS } from '../../test/dashboard/screen-list.js';
import { buildServerAnswers } from '../../test/dashboard/server.js';

const P = '/p/shop';
const RUN = `${P}/runs/${run.id}`;

it.each(SCREENS)('the screen of %s offers to each role what it may do', async (_, path) => {
  const lists: string[] = [];
  for (const role of ['viewer', 'author'] as const) {
    await openPage(path, buildServerAnswers(path, role));
    lists.push(`${role}: ${offered().join(' | ')}`);
  }
  expect(lists.join('\n')).toMatchSnapshot();
});

it.each([
  ['level=warning', ['1 warning', '1 error', '2 warning', '2 error']],
  ['attempt=2', ['2 debug', '2 info', '2 warning', '2 error']],
])('a log that is narrowed to %s gets only such new lines', async (narrowed, lines) => {
  const path = `${RUN}?tab=logs&${narrowed}`;
  const running = { ...run, status: 'running', finished_at: null };
  await openPage(path, { ...buildServerAnswers(path), 'GET tasks/*': running });
  const line = { task_id: run.id, time: '2026-03-10T12:00:00.000Z' };
  let id = 10;
  for (const attempt of [1, 2])
    for (const level of ['debug', 'info', 'warning', 'error'])
      await receive('log', { ...line, attempt, level, text: `${attempt} ${level}` }, String(id++));
  expect(outline().match(/\d (?:debug|info|warning|error)$/gm)).toEqual(lines);
});

it('an unsaved change comes back after a reload, and goes with its settings where it is discarded', async () => {
  const path = `${P}/meta-tasks/report/edit`;
  const server = {
    ...buildServerAnswers(path),
    'GET task-types/*': { ...metaTask, allowed_hosts: [] },
  };
  const restored = 'Your unsaved changes were restored.';
  await openPage(path, server);
  await fill('Name', 'Other');
  await openPage(path, server, { keeps: true });
  expect(outline()).toContain(restored);
  expect(outline()).toContain('value="Other"');
  await press('Discard');
  expect(outline()).not.toContain('value="Other"');
  await openPage(path, server, { keeps: true });
  expect(outline()).not.toContain(restored);
});

it('an export that is stopped reads no further page and makes no file', async () => {
  const path = `${P}/runs`;
  let pages = 0;
  const page = (asked: string) => {
    // The list itself has shorter pages.
    if (!asked.includes('limit=200')) return [run];
    pages += 1;
    document.querySelector<HTMLElement>('.dialog-actions [type=button]')?.click();
    return new Reply(200, [run], pages < 3 ? { link: '</tasks?cursor=c1>; rel="next"' } : {});
  };
  await openPage(path, { ...buildServerAnswers(path), 'GET tasks': page });
  await press('Export…');
  await press('Export');
  expect(pages).toBe(1);
  expect(outline()).not.toContain('exported');
});

it('a limit that is changed is sent alone', async () => {
  const path = `${P}/meta-tasks/report?tab=limits`;
  await openPage(path, buildServerAnswers(path));
  await fill('Attempts', '7');
  await press('Save');
  expect(changes().at(-1)?.[1]).toEqual({ max_attempts: 7 });
});

it('the note of a version is not the note of the next one', async () => {
  const path = `${P}/meta-tasks/report/edit`;
  await openPage(path, buildServerAnswers(path));
  await fill('Name', 'Second');
  await fill('Version note', 'why');
  await press('Save Ctrl S');
  expect(changes().at(-1)?.[1]).toMatchObject({ name: 'Second', note: 'why' });
  await fill('Name', 'Third');
  await press('Save Ctrl S');
  expect(changes().at(-1)?.[1]).not.toMatchObject({ note: 'why' });
});

it('an operation on all runs that match says why it is refused, and asks again where their number has changed', async () => {
  const path = `${P}/runs`;
  let refused: Reply = refusal(409, 'conflict', 'Not now.');
  await openPage(path, { ...buildServerAnswers(path), 'POST tasks/bulk': () => refused });
  await press('Select live');
  await press('select all matching runs');
  await press('Cancel…');
  await press('Cancel 12 runs');
  expect(outline()).toContain('Not now.');
  refused = refusal(409, 'bulk_count_changed', 'Others match.');
  await press('Cancel 12 runs');
  expect(outline()).toContain('Do you want to continue?');
});

it('the views of a project stay when one of another project is saved', async () => {
  for (const project of ['shop', 'other']) {
    const path = `/p/${project}/runs?status=failed`;
    await openPage(path, buildServerAnswers(path), { keeps: project === 'other' });
    await press('Save view…');
    await fill('Name', `of ${project}`);
    await press('Save');
  }
  const kept: unknown = JSON.parse(localStorage.getItem('metarun-views') ?? '{}');
  expect(Object.values(Object(kept)).flat()).toMatchObject([
    { name: 'of shop' },
    { name: 'of other' },
  ]);
});

it('a workspace that has got files since it was shown is not deleted before they are shown', async () => {
  const path = `${P}/settings/workspaces`;
  let shown: object = knowledge;
  await openPage(path, {
    ...buildServerAnswers(path),
    'GET workspaces': () => [shown],
    [`GET workspaces/${knowledge.id}`]: () => tagged(shown, '"ws5"'),
  });
  shown = { ...knowledge, usage: { ...knowledge.usage, files: 25 } };
  await press('Delete: knowledge');
  await press('Delete');
  expect(changes()).toEqual([]);
  expect(outline()).toContain('Nothing was done');
  expect(outline()).toContain('25 files');
  await press('Delete');
  expect(changes()).toHaveLength(1);
});

describe('the warnings of a change', () => {
  const REPORT = `${P}/meta-tasks/report`;
  const BROKEN = 'The schedule "nightly" makes no task: <b>it</b>.';
  const changed = { ...metaTask, version: 4, current_version: 4 };

  it.each([
    ['of an archiving', REPORT, 'Archive', {}],
    ['of limits', `${REPORT}?tab=limits`, 'Save', {}],
    ['of a version that is made current again', `${REPORT}?tab=versions`, 'Restore v2', {}],
    [
      'of the digest that an image has now',
      `${REPORT}?tab=code`,
      'Use the new version',
      { docker_image_id: image.id, docker_image_version_id: 'an earlier one' },
    ],
    ['of a version from the editor', `${REPORT}/edit`, 'Save Ctrl S', {}],
  ])('the warnings %s stand beside what was done', async (_, path, button, more) => {
    let shown: object = { ...metaTask, allowed_hosts: [], ...more };
    const answer = (warnings: string[]) => () => {
      shown = {
        ...changed,
        allowed_hosts: [],
        ...more,
        docker_image_version_id: image.version?.id,
      };
      return { ...shown, warnings };
    };
    const answers = (warnings: string[]) => ({
      'GET task-types/*': () => shown,
      'POST **': answer(warnings),
      'PATCH **': answer(warnings),
    });
    await openPage(path, {
      ...buildServerAnswers(path),
      ...answers([BROKEN, 'Further schedules.']),
    });
    if (path.includes('limits') || path.includes('edit'))
      await fill(path.includes('edit') ? 'Name' : 'Attempts', '7');
    await press(button);
    expect(outline()).toContain(BROKEN);
    expect(outline()).toContain('Further schedules.');
  });

  it('the warnings of an archiving go with the next change', async () => {
    let warnings = [BROKEN];
    let shown: object = metaTask;
    await openPage(REPORT, {
      ...buildServerAnswers(REPORT),
      'GET task-types/*': () => shown,
      'POST **': () => {
        const archived_at = warnings.length > 0 ? '2026-03-10T12:00:00.000Z' : null;
        shown = { ...changed, archived_at };
        return { ...shown, warnings };
      },
    });
    await press('Archive');
    expect(outline()).toContain(BROKEN);
    warnings = [];
    await press('Unarchive');
    expect(outline()).not.toContain(BROKEN);
  });
});

it.each([
  [false, 2],
  [true, 0],
])('the command that pulls a run is offered unless it is a draft: %s', async (draft, offers) => {
  await openPage(RUN, { ...buildServerAnswers(RUN), 'GET tasks/*': { ...run, draft } });
  await pressKey('p');
  const page = outline(document.body);
  expect(page.match(/: (?:metarun pull|copied)/g) ?? []).toHaveLength(offers);
});

it('a run that ends while it is looked at shows how it has ended', async () => {
  let state: object = { ...run, status: 'running', finished_at: null, error_message: null };
  await openPage(RUN, { ...buildServerAnswers(RUN), 'GET tasks/*': () => state });
  expect(outline()).toContain('status-running');
  state = run;
  await receive('status', { task_id: run.id, status: 'failed', attempt: 2 });
  await later(1_000);
  expect(outline()).toContain('status-failed');
});

const LISTS = SCREENS.filter(([, path]) =>
  /\/[a-z-]+s$|\?tab=(?:files|jobs)$|\/memories$/.test(path),
);

it.each(LISTS)(
  'the screen of %s says that there is nothing, or why it cannot be read',
  async (_, path) => {
    const answers = buildServerAnswers(path);
    const lists = Object.keys(answers).filter((key) => Array.isArray(answers[key]));
    const answering = (answer: unknown) => ({
      ...answers,
      ...Object.fromEntries(lists.map((key) => [key, answer])),
    });
    await openPage(path, answering([]));
    const empty = outline();
    await openPage(path, answering(refusal(403, 'forbidden', 'Not <b>you</b>\u202E.')));
    expect(`${empty}\n\n${outline()}`).toMatchSnapshot();
  },
);
