/** @jest-environment ./test/dashboard/environment.mjs */
/** Lists that go on, filters that are typed, keys, and changes that two users make at once. */
import { describe, expect, it } from '@jest/globals';
import { type Answers, refusal, Reply } from '../../test/dashboard/answers.js';
import { listedMetaTask, metaTask } from '../../test/dashboard/catalogue.js';
import {
  changes,
  controls,
  enter,
  fill,
  offered,
  openPage,
  outline,
  press,
  pressKey,
  requests,
} from '../../test/dashboard/dashboard.js';
import { line, run, task } from '../../test/dashboard/runs.js';
import { buildServerAnswers } from '../../test/dashboard/server.js';

const P = '/p/shop';
const RUN = `${P}/runs/${run.id}`;
const HOOK = `${P}/webhooks/00000000-0000-7000-8000-0000000000f1`;
const LIMITS = `${P}/meta-tasks/report?tab=limits`;
const EDITOR = `${P}/meta-tasks/report/edit`;

/** Returns what the address says, below the dashboard. */
const address = (): string => `${location.pathname}${location.search}`.replace('/ui', '');

const CURSOR = 'cursor=c2';
const OFFSET = 'offset=1';
it.each([
  [`${P}/files/ws-1/out`, 'GET files', CURSOR],
  [`${P}/search?q=fine`, 'GET files/search', CURSOR],
  [`${P}/settings/audit`, 'GET audit', CURSOR],
  [`${P}/memories`, 'GET memories', CURSOR],
  [`${P}/memories?tab=jobs`, 'GET memories/jobs', CURSOR],
  [HOOK, 'GET webhooks/*/deliveries', CURSOR],
  [`${P}/bulk`, 'GET bulk', CURSOR],
  [`${P}/settings/mcp-servers/mcp-1`, 'GET mcp-servers/*/tools', CURSOR],
  ['/users', 'GET /users', OFFSET],
  ['/account/tokens', 'GET /auth/tokens', OFFSET],
  ['/account/sessions', 'GET /auth/sessions', OFFSET],
  [`${P}/schedules`, 'GET schedules', OFFSET],
  ['/projects', 'GET /projects', OFFSET],
  [`${P}/meta-tasks`, 'GET task-types/', OFFSET],
  [`${P}/meta-tasks/report?tab=versions`, 'GET task-types/*/versions', OFFSET],
  [`${P}/settings/agents`, 'GET agents', OFFSET],
  [`${P}/settings/agents/helper`, 'GET agents/*/versions', OFFSET],
])('a list goes on where its first page has ended: %s', async (path, request, next) => {
  const answers = buildServerAnswers(path);
  const [item] = answers[request] as object[];
  const page = new Reply(200, [item], { link: `</x?${next}>; rel="next"` });
  let firsts = 0;
  // A folder that asks for its first page again and again comes to an end.
  const answer = (asked: string) => (asked.includes(next) || (firsts += 1) > 9 ? [] : page);
  await openPage(path, { ...answers, [request]: answer });
  // A folder reads on by itself.
  const more = offered().find((name) => /^(?:Older|More) [a-z-]+$/.test(name));
  if (more !== undefined) await press(more);
  expect(requests().some(([asked]) => asked.includes(next))).toBe(true);
});

it('a search in a log reads older lines until the first, each with its number', async () => {
  const path = `${RUN}?tab=logs&q=of`;
  const of = (seq: number) => ({ ...line, seq, text: `line of ${seq}` });
  const levels = { 'x-levels': 'debug=0,info=3,warning=0,error=0' };
  let ends = 0;
  const logs = (asked: string) => {
    if (asked.includes('before=8')) return new Reply(200, [of(7)]);
    const more = (ends += 1) < 9 ? { link: '</x?before=8>; rel="next"' } : {};
    return new Reply(200, [of(9), of(8)], { ...more, ...levels });
  };
  await openPage(path, { ...buildServerAnswers(path), 'GET tasks/*/logs': logs });
  expect(requests().filter(([asked]) => asked.includes('before=8'))).toHaveLength(1);
  expect(outline()).toMatch(
    /Link to line 1 [^]*" 7"[^]*Link to line 2 [^]*" 8"[^]*Link to line 3 [^]*" 9"/,
  );
});

describe('filters', () => {
  it('another meta-task in the filter of runs drops the version of the one before', async () => {
    const path = `${P}/runs?type=report&version=3`;
    await openPage(path, buildServerAnswers(path));
    await fill('Name contains…', 'x');
    await pressKey('Enter', 'Name contains…');
    expect(address()).toBe(`${P}/runs?type=report&version=3&q=x`);
    const type = controls('form.filters input').find(({ name }) => name === 'Meta-task')?.element;
    if (type === undefined) throw new Error('There is no field for the meta-task.');
    await enter(type, 'import');
    await pressKey('Enter', type);
    expect(address()).toBe(`${P}/runs?type=import&q=x`);
  });

  it('meta-tasks of another language are not listed', async () => {
    const path = `${P}/meta-tasks?lang=python`;
    const others = (['python', 'typescript'] as const).map((language, index) => ({
      ...listedMetaTask,
      id: `mt-${index}`,
      name: `of ${language}`,
      script_language: language,
    }));
    await openPage(path, { ...buildServerAnswers(path), 'GET task-types/': others });
    expect(outline()).toContain('of python');
    expect(outline()).not.toContain('of typescript');
  });
});

describe('keys', () => {
  it.each([
    ['n', P],
    ['r', `${P}/runs`],
    ['a', `${P}/approvals`],
    ['m', `${P}/meta-tasks`],
    ['s', `${P}/schedules`],
    ['f', `${P}/files`],
    ['w', `${P}/webhooks`],
    ['o', `${P}/memories`],
    ['u', `${P}/usage`],
    ['b', `${P}/bulk`],
  ])('the key g and then %s lead to %s', async (key, place) => {
    await openPage(`${P}/settings/members`, buildServerAnswers(place));
    await pressKey('g');
    await pressKey(key);
    expect(address()).toMatch(new RegExp(`^${place}(?:\\?|$)`));
  });

  it('each screen of the navigation is offered where things are looked for', async () => {
    await openPage(P, buildServerAnswers(P));
    const links = [...document.querySelectorAll('nav[aria-label=Main] a')];
    await pressKey('/');
    const offers = [...document.querySelectorAll('.find-title')].map((one) => one.textContent);
    for (const { textContent } of links) expect(offers).toContain(textContent.replace(/ \d+$/, ''));
  });

  it('no key acts in a field or under a dialog', async () => {
    const path = `${P}/meta-tasks`;
    await openPage(path, buildServerAnswers(path));
    await pressKey('?', 'Name contains…');
    expect(document.querySelector('dialog[open]')).toBeNull();
    await pressKey('Escape');
    await pressKey('?');
    expect(document.querySelector('dialog[open]')).not.toBeNull();
    await pressKey('g');
    await pressKey('r');
    expect(address()).toBe(path);
  });

  it('a run shows its log and its timeline by keys, and is tried again by one', async () => {
    await openPage(RUN, buildServerAnswers(RUN));
    await pressKey('l');
    expect(address()).toContain('tab=logs');
    await pressKey('t');
    expect(address()).toContain('tab=timeline');
    await pressKey('r');
    expect(changes().at(-1)?.[0]).toBe(`POST tasks/${run.id}/retry`);
  });

  it.each([
    ['jjkl', `${RUN}?tab=logs`],
    ['jt', `${RUN}?tab=timeline`],
  ])('the keys %s go through the list of runs and open one', async (keys, place) => {
    await openPage(`${P}/runs`, buildServerAnswers(`${P}/runs`));
    expect(task.id).toBe(run.id);
    for (const key of keys) await pressKey(key);
    expect(address()).toBe(place);
  });

  it('the arrows go round among what is found, and Enter opens it', async () => {
    await openPage(P, buildServerAnswers(P));
    await pressKey('/');
    await fill('Search term', 'title');
    const chosen = () => document.querySelectorAll('[role=option][aria-selected=true]');
    const all = document.querySelectorAll('[role=option]');
    expect([...chosen()]).toEqual([all[0]]);
    await pressKey('ArrowUp', 'Search term');
    expect([...chosen()]).toEqual([[...all].at(-1)]);
    await pressKey('ArrowDown');
    expect([...chosen()]).toEqual([all[0]]);
    await pressKey('Enter');
    expect(address()).toContain(RUN);
  });
});

it('an event is sent to a waiting run under the name that it waits for, with JSON alone', async () => {
  const since = '2026-03-10T09:00:00Z';
  const waits = [{ kind: 'event', name: 'go', step_id: 's', since, until: null }];
  const waiting = { ...run, status: 'waiting', finished_at: null, waiting_on: waits };
  await openPage(RUN, { ...buildServerAnswers(RUN), 'GET tasks/*': waiting });
  await press('Send event…');
  const [payload] = controls('textarea');
  if (payload === undefined) throw new Error('There is no field for the payload.');
  await enter(payload.element, '{');
  await press('Send');
  expect(outline()).toContain('The payload is not valid JSON.');
  expect(changes()).toEqual([]);
  await enter(payload.element, '{"n": 1}');
  await press('Send');
  expect(changes().at(-1)).toEqual([`POST tasks/${run.id}/events/go`, { payload: { n: 1 } }]);
});

describe('two users who change the same', () => {
  const mine = { ...metaTask, allowed_hosts: [], max_attempts: 2, priority: 1 };
  const theirs = {
    ...mine,
    version: 4,
    current_version: 4,
    name: 'Theirs',
    description: 'Their text',
    priority: 8,
  };
  /** The other change comes once this page is open. */
  function overtaken(path: string): Answers {
    let saves = 0;
    return {
      ...buildServerAnswers(path),
      'GET task-types/*': () => (saves === 0 ? mine : theirs),
      'PATCH **': (_asked: string, body: object) => {
        saves += 1;
        if (saves === 1) return refusal(412, 'version_conflict', 'Overtaken.');
        return { ...theirs, ...body, version: 5, current_version: 5, warnings: [] };
      },
    };
  }

  it.each([
    ['Load the current state and keep my changes', { max_attempts: 7 }],
    ['Load the current state and discard my changes', undefined],
  ])('limits go on from the new state: %s', async (choice, sent) => {
    await openPage(LIMITS, overtaken(LIMITS));
    await fill('Attempts', '7');
    await press('Save');
    expect(outline()).toContain('This was changed after you opened it.');
    await press(choice);
    expect(outline()).not.toContain('This was changed after you opened it.');
    expect(outline()).toMatch(/label: Priority\n.*value="8"/);
    if (sent === undefined) return expect(outline()).toMatch(/label: Attempts\n.*value="2"/);
    await press('Save');
    expect(changes().at(-1)).toEqual(['PATCH task-types/report If-Match: "4"', sent]);
  });

  it.each([
    ['Keep mine', 'Mine'],
    ['Merge', 'Mine'],
    ['Take theirs', 'Theirs'],
  ])('the editor goes on from the version of the other user: %s', async (choice, name) => {
    await openPage(EDITOR, overtaken(EDITOR));
    await fill('Name', 'Mine');
    await press('Save Ctrl S');
    expect(outline()).toContain('v4 was saved while you were editing');
    await press(choice);
    expect(outline()).not.toContain('v4 was saved while you were editing');
    expect(outline()).toContain(`value="${name}"`);
    expect(outline()).toContain('Their text');
    if (name === 'Theirs') return expect(outline()).toContain('There are no changes to save.');
    await press('Save Ctrl S');
    expect(changes().at(-1)).toEqual(['PATCH task-types/report If-Match: "4"', { name: 'Mine' }]);
  });
});
