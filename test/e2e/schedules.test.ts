import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, requireProblem } from '../support/http.js';
import { createSchedule, readSchedule, type Schedule, SCHEDULES } from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { type TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { createMetaTask } from '../support/tasks.js';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let server: TestServer;
let noOp: string;
beforeAll(async () => {
  server = await sharedServer();
  noOp = await createMetaTask(server, 'python', NO_OP.python);
});
afterAll(() => server.stop());

describe('a schedule', () => {
  it('a schedule is created, listed, read, changed and deleted, and shows its next five times', async () => {
    const made = await createSchedule(server, noOp, {
      name: 'Nightly',
      cron: ' 30  2 * * * ',
      time_zone: 'Asia/Kolkata',
      params: { constructor: 1 },
      task_name: '{schedule} of {date}',
    });
    expect(made).toMatchObject({
      name: 'Nightly',
      state: 'active',
      cron: '30 2 * * *',
      every_seconds: null,
      at: null,
      time_zone: 'Asia/Kolkata',
      params: { constructor: 1 },
      task_name: '{schedule} of {date}',
      missed: 'one',
      overlap: 'skip',
      last_tick_at: null,
      consecutive_failures: 0,
      last_tasks: [],
      created_by: 'admin',
    });
    expect(made.next_times).toHaveLength(5);
    for (const { utc, local } of made.next_times) {
      expect(local).toMatch(/T02:30:00\+05:30$/);
      expect(Date.parse(local)).toBe(Date.parse(utc));
    }
    expect(made.next_times[0]?.utc).toBe(made.next_at);
    expect(await readSchedule(server, made.id)).toEqual(made);

    const { body: list } = await server.call<Schedule[]>('GET', `${SCHEDULES}?limit=1`);
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ id: made.id, next_at: made.next_at });
    expect(list[0]).not.toHaveProperty('next_times');
    expect((await server.call('GET', `${SCHEDULES}?offset=1`)).body).toEqual([]);

    const changed = await server.call<Schedule>('PATCH', `${SCHEDULES}/${made.id}`, {
      body: { every_seconds: 3600, params: null, task_name: null, overlap: 'allow' },
    });
    expect(changed.body).toMatchObject({
      name: 'Nightly',
      cron: null,
      every_seconds: 3600,
      params: {},
      task_name: '{schedule} {date} {time}',
      overlap: 'allow',
      time_zone: 'Asia/Kolkata',
    });
    const [first = NaN, second = NaN] = changed.body.next_times.map(({ utc }) => Date.parse(utc));
    expect(second - first).toBe(3_600_000);

    expect((await server.call('DELETE', `${SCHEDULES}/${made.id}`)).status).toBe(204);
    expect(readError(await server.call('GET', `${SCHEDULES}/${made.id}`))).toBe('404 not_found');
    expect(readError(await server.call('DELETE', `${SCHEDULES}/${made.id}`))).toBe('404 not_found');
  });

  it('a schedule keeps its times if a change names none, and its time of day in a new zone', async () => {
    const made = await createSchedule(server, noOp, { every_seconds: 3600 });
    const renamed = await server.call<Schedule>('PATCH', `${SCHEDULES}/${made.id}`, {
      body: { name: 'Renamed', missed: 'skip' },
    });
    expect(renamed.body).toMatchObject({ name: 'Renamed', next_at: made.next_at });
    const daily = await createSchedule(server, noOp, { cron: '0 12 * * *' });
    const moved = await server.call<Schedule>('PATCH', `${SCHEDULES}/${daily.id}`, {
      body: { time_zone: 'Pacific/Auckland' },
    });
    expect(moved.body.next_times[0]?.local).toMatch(/T12:00:00\+1[23]:00$/);
  });

  it('a change of a meta-task warns of the schedules that make no task by it, and no project sees those of another', async () => {
    interface Changed {
      warnings: string[];
    }
    const metaTask = await createMetaTask(server, 'python', NO_OP.python);
    const path = `/projects/default/task-types/${metaTask}`;
    const change = async (body: object): Promise<string[]> =>
      (await server.call<Changed>('PATCH', path, { body })).body.warnings;
    const one = await createSchedule(server, metaTask, { every_seconds: 3600, name: 'One' });
    await createSchedule(server, metaTask, { cron: '@daily', params: { x: 1 } });
    expect(await change({ description: 'Nothing breaks.' })).toEqual([]);
    const needsX = { params_schema: { type: 'object', required: ['x'] } };
    const check = { name: 'x', identifier: metaTask, ...needsX };
    const found = await server.call<{ diagnostics: object[] }>(
      'POST',
      '/projects/default/task-types/check',
      { body: { ...check, script: NO_OP.python } },
    );
    const warning = 'The schedule "One" makes no task: /params/x is required.';
    expect(found.body).toMatchObject({
      ok: true,
      diagnostics: [{ pointer: '/params_schema', severity: 'warning', message: warning }],
    });
    expect(await change(needsX)).toEqual([warning]);
    await server.call('POST', `${SCHEDULES}/${one.id}/pause`);
    expect(await change({ description: 'A paused one counts, too.' })).toEqual([warning]);
    const restored = await server.call<Changed>('POST', `${path}/versions/1/restore`);
    expect(restored.body.warnings).toEqual([]);
    await createSchedule(server, metaTask, {
      at: new Date(Date.now() + 3_600_000).toISOString(),
      paused: true,
      name: 'Paused',
    });
    const archived = await server.call<Changed>('POST', `${path}/archive`);
    expect(archived.body.warnings).toHaveLength(3);
    expect(archived.body.warnings).toContain(
      'The schedule "Paused" makes no task: the meta-task is archived.',
    );
    const { body: other } = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: `Broken ${metaTask}` },
    });
    const theirs = `/projects/${other.id}/task-types`;
    await server.call('POST', `${theirs}/`, {
      body: { name: 'x', identifier: metaTask, script: NO_OP.python },
    });
    const elsewhere = await server.call<Changed>('PATCH', `${theirs}/${metaTask}`, {
      body: needsX,
    });
    expect(elsewhere.body.warnings).toEqual([]);
  });

  it('a change that breaks many schedules names ten of them and looks at a hundred', async () => {
    const metaTask = await createMetaTask(server, 'python', NO_OP.python);
    const made = await createSchedule(server, metaTask, { every_seconds: 3600 });
    const copies = (count: number) =>
      sql(
        server,
        `INSERT INTO schedules (id, project_id, name, task_type, params, every_seconds, time_zone, anchor_at,
           missed, overlap, next_at, failures, skipped_ticks, revision, created_by, created_at, updated_at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         SELECT 'copy-' || i || '-${count}', project_id, name || i || '-${count}', task_type, params, every_seconds,
           time_zone, anchor_at, missed, overlap, next_at, 0, 0, 1, created_by, created_at, updated_at
         FROM schedules, n WHERE id = '${made.id}'`,
      );
    const path = `/projects/default/task-types/${metaTask}`;
    const warnings = async (priority: number): Promise<string[]> => {
      const body = { priority, params_schema: { type: 'object', required: ['x'] } };
      return (await server.call<{ warnings: string[] }>('PATCH', path, { body })).body.warnings;
    };
    await copies(10);
    const some = await warnings(1);
    expect([some.length, some.at(-1)]).toEqual([11, 'And 1 more schedule makes no task.']);
    await copies(90);
    const many = await warnings(2);
    expect(many.slice(10)).toEqual([
      'And 90 more schedules make no task.',
      expect.stringContaining('were not looked at'),
    ]);
    await sql(server, `DELETE FROM schedules WHERE task_type = '${metaTask}'`);
  });

  it('viewers read a schedule, authors act on it, and other projects cannot see it', async () => {
    const made = await createSchedule(server, noOp, { cron: '@yearly' });
    const token = async (role: string): Promise<string> => {
      const { body } = await server.call<{ token: string }>('POST', '/auth/tokens', {
        body: { name: role, role },
      });
      return body.token;
    };
    const viewer = await token('viewer');
    const path = `${SCHEDULES}/${made.id}`;
    expect((await server.call('GET', path, { token: viewer })).status).toBe(200);
    expect((await server.call('GET', SCHEDULES, { token: viewer })).status).toBe(200);
    for (const [method, at] of [
      ['POST', SCHEDULES],
      ['POST', `${SCHEDULES}/preview`],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/pause`],
      ['POST', `${path}/resume`],
      ['POST', `${path}/run`],
    ] as const)
      expect([method, at, readError(await server.call(method, at, { token: viewer }))]).toEqual([
        method,
        at,
        '403 forbidden',
      ]);
    const author = await token('author');
    expect((await server.call('POST', `${path}/pause`, { token: author })).status).toBe(200);
    await server.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
    for (const id of [made.id, UNKNOWN, 'no-id'])
      for (const [method, more] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/run'],
        ['POST', '/pause'],
      ] as const)
        expect(
          readError(
            await server.call(method, `/projects/other/schedules/${id}${more}`, {
              body: method === 'PATCH' ? {} : undefined,
            }),
          ),
        ).toBe('404 not_found');
  });

  it('a schedule cannot take the name of another one of its project', async () => {
    const [one, two] = [
      await createSchedule(server, noOp, { name: 'Taken', cron: '@yearly' }),
      await createSchedule(server, noOp, { name: 'Free', cron: '@yearly' }),
    ];
    const body = { name: 'Taken', task_type_identifier: noOp, cron: '@daily' };
    expect(readError(await server.call('POST', SCHEDULES, { body }))).toBe('409 duplicate');
    const renamed = await server.call('PATCH', `${SCHEDULES}/${two.id}`, {
      body: { name: 'Taken' },
    });
    expect(readError(renamed)).toBe('409 duplicate');
    expect((await readSchedule(server, one.id)).name).toBe('Taken');
  });
});

describe('what can not be kept is refused', () => {
  const cases: [why: string, body: Record<string, unknown>, pointer: string][] = [
    ['a cron line that never comes', { cron: '0 0 30 2 *' }, '/cron'],
    ['a NUL', { cron: '0 0 * * \0' }, '/cron'],
    ['a long line', { cron: `${'1,'.repeat(200)}1 * * * *` }, '/cron'],
    ['an unknown time zone', { cron: '@daily', time_zone: 'Mars/Base' }, '/time_zone'],
    ['no interval', { every_seconds: 0 }, '/every_seconds'],
    ['a negative interval', { every_seconds: -5 }, '/every_seconds'],
    ['part of a second', { every_seconds: 1.5 }, '/every_seconds'],
    ['a very long interval', { every_seconds: 1e12 }, '/every_seconds'],
    ['a time that has passed', { at: '2020-01-01T00:00:00Z' }, '/at'],
    ['a time without offset', { at: '2099-01-01T00:00:00' }, '/at'],
    ['a date that does not exist', { at: '2099-02-30T00:00:00Z' }, '/at'],
  ];

  it.each(cases)(
    'a schedule and its preview are refused with %s: %j',
    async (_why, body, pointer) => {
      const whole = { name: 'Bad', task_type_identifier: noOp, ...body };
      for (const answer of [
        await server.call('POST', SCHEDULES, { body: whole }),
        await server.call('POST', `${SCHEDULES}/preview`, { body }),
      ]) {
        expect(readError(answer)).toBe('422 validation_failed');
        expect(requireProblem(answer).errors.map((error) => error.pointer)).toContain(pointer);
      }
    },
  );

  it.each([
    ['an unknown meta-task', { task_type_identifier: 'nowhere' }, 'unknown_task_type'],
    ['an unknown policy', { missed: 'some' }, 'validation_failed'],
    ['an unknown policy', { overlap: 'queue' }, 'validation_failed'],
    ['a pattern with an unknown part', { task_name: '{date} {colour}' }, 'validation_failed'],
    ['a blank name', { name: ' ' }, 'validation_failed'],
    ['an unknown field', { colour: 'red' }, 'validation_failed'],
    ['params that are not an object', { params: [] }, 'validation_failed'],
    // All but one of the tasks that make up for missed ticks would be skipped at once.
    ['all missed ticks one at a time', { missed: 'all', overlap: 'skip' }, 'validation_failed'],
    [
      'missed ticks that cancel each other',
      { missed: 'all', overlap: 'cancel_running' },
      'validation_failed',
    ],
  ])('a schedule with %s is refused: %j', async (_why, more, code) => {
    const body = { name: 'Bad', task_type_identifier: noOp, cron: '@daily', ...more };
    expect(readError(await server.call('POST', SCHEDULES, { body }))).toBe(`422 ${code}`);
  });

  it('params that the meta-task refuses are refused for a schedule, new or changed', async () => {
    const picky = await createMetaTask(server, 'typescript', NO_OP.typescript, {
      params_schema: { type: 'object', required: ['day'], properties: { day: { type: 'string' } } },
    });
    const body = { name: 'Picky', task_type_identifier: picky, cron: '@daily', params: { day: 1 } };
    const refused = await server.call('POST', SCHEDULES, { body });
    expect(readError(refused)).toBe('422 invalid_params');
    expect(requireProblem(refused).errors[0]?.pointer).toBe('/params/day');
    const made = await createSchedule(server, picky, { cron: '@daily', params: { day: 'one' } });
    const path = `${SCHEDULES}/${made.id}`;
    for (const change of [{ params: {} }, { params: null }])
      expect(readError(await server.call('PATCH', path, { body: change }))).toBe(
        '422 invalid_params',
      );
    expect(await readSchedule(server, made.id)).toEqual(made);
  });

  it('a change is refused where a new schedule would be', async () => {
    const made = await createSchedule(server, noOp, { cron: '@daily' });
    const path = `${SCHEDULES}/${made.id}`;
    for (const body of [
      { cron: null },
      { cron: '0 0 30 2 *' },
      { cron: '@daily', at: '2099-01-01T00:00:00Z' },
      { time_zone: 'Mars/Base' },
      { missed: 'all' },
      { name: null },
      { paused: true },
    ])
      expect(readError(await server.call('PATCH', path, { body }))).toBe('422 validation_failed');
    expect(await readSchedule(server, made.id)).toEqual(made);
  });
});

describe('a preview', () => {
  it('a preview shows the requested number of times', async () => {
    const path = `${SCHEDULES}/preview`;
    const times = { every_seconds: 60 };
    const preview = (count: unknown) =>
      server.call<Pick<Schedule, 'next_times'>>('POST', path, { body: { ...times, count } });
    expect((await preview(12)).body.next_times).toHaveLength(12);
    expect((await preview(null)).body.next_times).toHaveLength(5);
    for (const count of [0, 51, 1.5]) expect((await preview(count)).status).toBe(422);
    const body = { name: 'No count', task_type_identifier: 'none', ...times, count: 3 };
    expect((await server.call('POST', SCHEDULES, { body })).status).toBe(422);
  });

  it('a preview shows the next times and stores nothing', async () => {
    const before = await server.call<unknown[]>('GET', `${SCHEDULES}?limit=200`);
    const { status, body } = await server.call<Pick<Schedule, 'time_zone' | 'next_times'>>(
      'POST',
      `${SCHEDULES}/preview`,
      { body: { cron: '0 9 * * MON', time_zone: 'America/New_York' } },
    );
    expect(status).toBe(200);
    expect(body.time_zone).toBe('America/New_York');
    expect(body.next_times).toHaveLength(5);
    for (const { local } of body.next_times) {
      expect(local).toMatch(/T09:00:00-0[45]:00$/);
      expect(new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()).toBe(1);
    }
    const after = await server.call<unknown[]>('GET', `${SCHEDULES}?limit=200`);
    expect(after.body).toEqual(before.body);
  });
});

describe('the ticks to come', () => {
  interface Upcoming {
    until: string;
    ticks: { schedule_id: string; name: string; task_type_identifier: string; at: string }[];
  }

  const upcoming = (query = '') => server.call<Upcoming>('GET', `${SCHEDULES}/upcoming${query}`);

  it('the upcoming ticks are those of every schedule that is not paused, in order', async () => {
    const { body: before } = await upcoming();
    const hourly = await createSchedule(server, noOp, { every_seconds: 3600 });
    const { id: paused } = await createSchedule(server, noOp, {
      every_seconds: 3600,
      paused: true,
    });
    const at = new Date(Date.now() + 5_400_000).toISOString();
    const once = await createSchedule(server, noOp, { at });
    const { status, body } = await upcoming();
    expect(status).toBe(200);
    const own = body.ticks.filter(({ schedule_id: id }) => [hourly.id, once.id].includes(id));
    expect(own.length).toBe(25);
    expect(own[0]).toMatchObject({
      schedule_id: hourly.id,
      name: hourly.name,
      task_type_identifier: noOp,
      at: hourly.next_at,
    });
    expect(own.map((tick) => tick.at)).toEqual(own.map((tick) => tick.at).toSorted());
    expect(body.ticks.filter(({ schedule_id: id }) => id === paused)).toEqual([]);
    expect(body.ticks.length).toBeGreaterThanOrEqual(before.ticks.length);
    for (const { id } of [hourly, once]) await server.call('DELETE', `${SCHEDULES}/${id}`);
  });

  it('the upcoming ticks end after 500, and the answer shows when', async () => {
    const { id } = await createSchedule(server, noOp, { every_seconds: 600 });
    const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const { body } = await upcoming(`?until=${until}`);
    expect(body.ticks).toHaveLength(500);
    expect(Date.parse(body.until)).toBeLessThan(Date.parse(until));
    expect(Date.parse(body.ticks.at(-1)?.at ?? '')).toBeLessThanOrEqual(Date.parse(body.until));
    await server.call('DELETE', `${SCHEDULES}/${id}`);
  });

  it.each(['?until=tomorrow', '?until=2999-01-01T00:00:00Z'])(
    'the upcoming ticks are refused for the query %s',
    async (query) => {
      expect(readError(await upcoming(query))).toBe('422 validation_failed');
    },
  );
});
