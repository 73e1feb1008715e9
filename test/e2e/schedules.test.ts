import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, problemOf } from '../support/http.js';
import {
  createSchedule,
  readSchedule,
  type Schedule,
  SCHEDULES,
  tasksOf,
  ticksOf,
} from '../support/schedules.js';
import { NEVER_ENDS, NO_OP } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { createTask, createTaskType, readTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const YEAR_MS = 365 * 24 * 3600 * 1000;

let server: TestServer;
let noOp: string;
let neverEnds: string;
beforeAll(async () => {
  server = await startServer({
    METARUN_MIN_SCHEDULE_SECONDS: '1',
    METARUN_CANCEL_GRACE_SECONDS: '0',
    METARUN_SHUTDOWN_SECONDS: '0',
    METARUN_CONCURRENCY: '16',
  });
  noOp = await createTaskType(server, 'typescript', NO_OP.typescript);
  neverEnds = await createTaskType(server, 'python', NEVER_ENDS.python);
});
afterAll(() => server.stop());

function act(id: string, what: string): ReturnType<typeof server.call<Schedule>> {
  return server.call<Schedule>('POST', `${SCHEDULES}/${id}/${what}`);
}

/** Pauses it and ends what it has made. */
async function quiet(id: string): Promise<void> {
  await act(id, 'pause');
  for (const task of await tasksOf(server, id))
    if (task.finished_at === null) await server.call('POST', `${TASKS}/${task.id}/cancel`);
}

describe('a schedule', () => {
  it('is created, listed, read, changed and deleted, and shows its next five times', async () => {
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
    expect(codeOf(await server.call('GET', `${SCHEDULES}/${made.id}`))).toBe('404 not_found');
    expect(codeOf(await server.call('DELETE', `${SCHEDULES}/${made.id}`))).toBe('404 not_found');
  });

  it('keeps its times where a change names none, and its time of the day where only the zone changes', async () => {
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

  it('is for the roles that the guide says, and of one project', async () => {
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
      expect([method, at, codeOf(await server.call(method, at, { token: viewer }))]).toEqual([
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
          codeOf(
            await server.call(method, `/projects/other/schedules/${id}${more}`, {
              body: method === 'PATCH' ? {} : undefined,
            }),
          ),
        ).toBe('404 not_found');
  });

  it('has a name that no other of the project has', async () => {
    const [one, two] = [
      await createSchedule(server, noOp, { name: 'Taken', cron: '@yearly' }),
      await createSchedule(server, noOp, { name: 'Free', cron: '@yearly' }),
    ];
    const body = { name: 'Taken', task_type_identifier: noOp, cron: '@daily' };
    expect(codeOf(await server.call('POST', SCHEDULES, { body }))).toBe('409 duplicate');
    const renamed = await server.call('PATCH', `${SCHEDULES}/${two.id}`, {
      body: { name: 'Taken' },
    });
    expect(codeOf(renamed)).toBe('409 duplicate');
    expect((await readSchedule(server, one.id)).name).toBe('Taken');
  });
});

describe('what can not be kept is refused', () => {
  const cases: [why: string, body: Record<string, unknown>, pointer: string][] = [
    ['a cron line that never comes', { cron: '0 0 30 2 *' }, '/cron'],
    ['a cron line that never comes', { cron: '0 0 31 4,6 *' }, '/cron'],
    ['a field out of its range', { cron: '61 * * * *' }, '/cron'],
    ['six fields', { cron: '* * * * * *' }, '/cron'],
    ['no fields', { cron: '' }, '/cron'],
    ['a nickname that there is not', { cron: '@reboot' }, '/cron'],
    ['a date as cron line', { cron: '2030-01-01T00:00:00' }, '/cron'],
    ['words', { cron: 'every day at two o`clock' }, '/cron'],
    ['a step of nothing', { cron: '*/0 * * * *' }, '/cron'],
    ['a NUL', { cron: '0 0 * * \0' }, '/cron'],
    ['a long line', { cron: `${'1,'.repeat(200)}1 * * * *` }, '/cron'],
    ['a time zone that there is not', { cron: '@daily', time_zone: 'Mars/Base' }, '/time_zone'],
    ['an offset as time zone', { cron: '@daily', time_zone: '+02:00' }, '/time_zone'],
    ['no interval', { every_seconds: 0 }, '/every_seconds'],
    ['a negative interval', { every_seconds: -5 }, '/every_seconds'],
    ['part of a second', { every_seconds: 1.5 }, '/every_seconds'],
    ['a very long interval', { every_seconds: 1e12 }, '/every_seconds'],
    ['a time that has passed', { at: '2020-01-01T00:00:00Z' }, '/at'],
    ['a time without offset', { at: '2099-01-01T00:00:00' }, '/at'],
    ['a date that there is not', { at: '2099-02-30T00:00:00Z' }, '/at'],
    ['two ways at once', { cron: '@daily', every_seconds: 60 }, '/every_seconds'],
    ['no way at all', {}, '/cron'],
  ];

  it.each(cases)('%s: %j', async (_why, body, pointer) => {
    const whole = { name: 'Bad', task_type_identifier: noOp, ...body };
    for (const answer of [
      await server.call('POST', SCHEDULES, { body: whole }),
      await server.call('POST', `${SCHEDULES}/preview`, { body }),
    ]) {
      expect(codeOf(answer)).toBe('422 validation_failed');
      expect(problemOf(answer).errors.map((fault) => fault.pointer)).toContain(pointer);
    }
  });

  it.each([
    ['an unknown meta-task', { task_type_identifier: 'nowhere' }, 'unknown_task_type'],
    ['an unknown policy', { missed: 'some' }, 'validation_failed'],
    ['an unknown policy', { overlap: 'queue' }, 'validation_failed'],
    ['a pattern with an unknown part', { task_name: '{date} {colour}' }, 'validation_failed'],
    ['a blank name', { name: ' ' }, 'validation_failed'],
    ['an unknown field', { colour: 'red' }, 'validation_failed'],
    ['params that are no object', { params: [] }, 'validation_failed'],
    // Of the tasks that make up for several ticks all but one would go at once.
    ['all missed ticks one at a time', { missed: 'all', overlap: 'skip' }, 'validation_failed'],
  ])('%s: %j', async (_why, more, code) => {
    const body = { name: 'Bad', task_type_identifier: noOp, cron: '@daily', ...more };
    expect(codeOf(await server.call('POST', SCHEDULES, { body }))).toBe(`422 ${code}`);
  });

  it('params that the meta-task does not take, at creation and at a change', async () => {
    const picky = await createTaskType(server, 'typescript', NO_OP.typescript, {
      params_schema: { type: 'object', required: ['day'], properties: { day: { type: 'string' } } },
    });
    const body = { name: 'Picky', task_type_identifier: picky, cron: '@daily', params: { day: 1 } };
    const refused = await server.call('POST', SCHEDULES, { body });
    expect(codeOf(refused)).toBe('422 invalid_params');
    expect(problemOf(refused).errors[0]?.pointer).toBe('/params/day');
    const made = await createSchedule(server, picky, { cron: '@daily', params: { day: 'one' } });
    const path = `${SCHEDULES}/${made.id}`;
    for (const change of [{ params: {} }, { params: null }])
      expect(codeOf(await server.call('PATCH', path, { body: change }))).toBe('422 invalid_params');
    expect(await readSchedule(server, made.id)).toEqual(made);
  });

  it('a change to what a new one could not have', async () => {
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
      expect(codeOf(await server.call('PATCH', path, { body }))).toBe('422 validation_failed');
    expect(await readSchedule(server, made.id)).toEqual(made);
  });
});

describe('a preview', () => {
  it('shows the next times and stores nothing', async () => {
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

describe('ticks', () => {
  it('make one task each, in time, that tells where it comes from', async () => {
    const made = await createSchedule(server, noOp, {
      every_seconds: 1,
      overlap: 'allow',
      missed: 'all',
      params: { kept: true },
      task_name: 'T {date} {time}',
    });
    const tasks = await until('four ticks', async () => {
      const found = await tasksOf(server, made.id);
      return found.length >= 4 && found;
    });
    await quiet(made.id);
    const ticks = tasks.map((task) => Date.parse(task.scheduled_for ?? ''));
    expect(ticks[0]).toBe(Date.parse(made.next_at ?? ''));
    for (const [index, tick] of ticks.entries()) expect(tick).toBe((ticks[0] ?? 0) + index * 1000);
    for (const task of tasks) {
      expect(Date.parse(task.created_at)).toBeGreaterThanOrEqual(
        Date.parse(task.scheduled_for ?? ''),
      );
      expect(task).toMatchObject({ schedule_id: made.id, params: { kept: true } });
      const [date, time] = (task.scheduled_for ?? '').slice(0, 19).split('T');
      expect(task.name).toBe(`T ${date} ${time}`);
      expect((await taskWhen(server, task.id)).status).toBe('success');
    }
    const { last_tasks: last, last_tick_at: lastTick } = await readSchedule(server, made.id);
    expect(last.length).toBeGreaterThanOrEqual(4);
    expect(Date.parse(lastTick ?? '')).toBeGreaterThanOrEqual(ticks.at(-1) ?? 0);
    const plain = await createTask(server, noOp);
    expect((await readTask(server, plain)).body).toMatchObject({
      schedule_id: null,
      scheduled_for: null,
    });
  });

  it('of a one-off are one, and then it has ended; another time brings it back', async () => {
    const at = new Date(Date.now() + 2_500).toISOString();
    const made = await createSchedule(server, noOp, { at });
    expect(made.next_times.map(({ utc }) => utc)).toEqual([at]);
    const ended = await until('the end', async () => {
      const now = await readSchedule(server, made.id);
      return now.state === 'ended' && now;
    });
    expect(ended).toMatchObject({ next_at: null, last_tick_at: at, next_times: [] });
    expect(await ticksOf(server, made.id)).toEqual([Date.parse(at)]);
    const later = new Date(Date.now() + YEAR_MS).toISOString();
    const again = await server.call<Schedule>('PATCH', `${SCHEDULES}/${made.id}`, {
      body: { at: later },
    });
    expect(again.body).toMatchObject({ state: 'active', next_at: later });
  });

  it('do not come while it is paused, nor are those made up for', async () => {
    const paused = await createSchedule(server, noOp, {
      every_seconds: 1,
      overlap: 'allow',
      missed: 'all',
      paused: true,
    });
    expect(paused).toMatchObject({ state: 'paused', next_at: null, next_times: [] });
    const other = await createSchedule(server, noOp, { every_seconds: 1 });
    await until('ticks of another one', async () => (await ticksOf(server, other.id)).length >= 2);
    expect(await ticksOf(server, paused.id)).toEqual([]);
    const resumed = await act(paused.id, 'resume');
    expect(resumed.body).toMatchObject({ state: 'active', paused_at: null });
    await until('a tick', async () => (await ticksOf(server, paused.id)).length > 0);
    const [first] = await ticksOf(server, paused.id);
    expect(first).toBe(Date.parse(resumed.body.next_at ?? ''));
    await quiet(other.id);
    await quiet(paused.id);
    const count = (await ticksOf(server, paused.id)).length;
    expect((await act(paused.id, 'pause')).body.state).toBe('paused');
    expect((await ticksOf(server, paused.id)).length).toBe(count);
  });

  it('of a one-off that passed while it was paused need another time', async () => {
    const at = new Date(Date.now() + 2_500).toISOString();
    const made = await createSchedule(server, noOp, { at, paused: true });
    await until('the time to pass', () => Date.now() > Date.parse(at) + 100);
    expect(codeOf(await act(made.id, 'resume'))).toBe('409 conflict');
    expect(await ticksOf(server, made.id)).toEqual([]);
  });

  it('do not come any more once it is deleted; its tasks stay', async () => {
    const made = await createSchedule(server, noOp, { every_seconds: 1 });
    await until('a tick', async () => (await ticksOf(server, made.id)).length > 0);
    await server.call('DELETE', `${SCHEDULES}/${made.id}`);
    const left = await ticksOf(server, made.id);
    const other = await createSchedule(server, noOp, { every_seconds: 1 });
    await until('ticks of another one', async () => (await ticksOf(server, other.id)).length >= 2);
    await quiet(other.id);
    expect(await ticksOf(server, made.id)).toEqual(left);
  });
});

describe('at a tick while a task runs', () => {
  it('skip makes none, and counts it', async () => {
    const made = await createSchedule(server, neverEnds, { every_seconds: 1, overlap: 'skip' });
    const after = await until('skipped ticks', async () => {
      const now = await readSchedule(server, made.id);
      return now.skipped_ticks >= 2 && now;
    });
    expect(after).toMatchObject({ last_skip_reason: 'overlap', state: 'active' });
    const tasks = await tasksOf(server, made.id);
    expect(tasks).toHaveLength(1);
    // As soon as it has ended there is a next one.
    await server.call('POST', `${TASKS}/${tasks[0]?.id}/cancel`);
    await until('another task', async () => (await tasksOf(server, made.id)).length === 2);
    await quiet(made.id);
  });

  it('allow makes another one', async () => {
    const made = await createSchedule(server, neverEnds, { every_seconds: 1, overlap: 'allow' });
    await until('two to run', async () => {
      const tasks = await tasksOf(server, made.id);
      return tasks.filter(({ status }) => status === 'running').length >= 2;
    });
    await quiet(made.id);
    expect((await readSchedule(server, made.id)).skipped_ticks).toBe(0);
  });

  it('cancel_running cancels it and makes another one', async () => {
    const made = await createSchedule(server, neverEnds, {
      every_seconds: 2,
      overlap: 'cancel_running',
    });
    const tasks = await until('two to be cancelled', async () => {
      const found = await tasksOf(server, made.id);
      return found.filter(({ status }) => status === 'cancelled').length >= 2 && found;
    });
    expect(tasks.filter(({ status }) => !/cancelled|running|pending/.test(status))).toEqual([]);
    expect(tasks.at(-1)?.status).not.toBe('cancelled');
    await quiet(made.id);
  });
});

describe('run', () => {
  it('makes a task now, also of a paused schedule, and leaves its times alone', async () => {
    const made = await createSchedule(server, noOp, { cron: '@yearly', params: { by: 'hand' } });
    const ran = await act(made.id, 'run');
    expect(ran.status).toBe(201);
    expect(await taskWhen(server, ran.body.id)).toMatchObject({
      status: 'success',
      params: { by: 'hand' },
      schedule_id: made.id,
      scheduled_for: null,
    });
    const after = await readSchedule(server, made.id);
    expect(after).toMatchObject({ next_at: made.next_at, last_tick_at: null });
    expect(after.last_tasks.map(({ id }) => id)).toEqual([ran.body.id]);
    await act(made.id, 'pause');
    expect((await act(made.id, 'run')).status).toBe(201);
  });
});

describe('a tick whose task can not be made', () => {
  it('tells why and goes on; the tenth in a row pauses the schedule', async () => {
    const identifier = await createTaskType(server, 'typescript', NO_OP.typescript);
    const taskType = `/projects/default/task-types/${identifier}`;
    const made = await createSchedule(server, identifier, { every_seconds: 1 });
    await server.call('POST', `${taskType}/archive`);
    const failing = await until('a failure', async () => {
      const now = await readSchedule(server, made.id);
      return now.consecutive_failures >= 2 && now;
    });
    expect(failing.state).toBe('active');
    expect(failing.last_error).toMatch(/is archived/);
    expect(codeOf(await act(made.id, 'run'))).toBe('422 task_type_archived');

    // A tick that makes a task forgives the earlier ones.
    await server.call('POST', `${taskType}/restore`);
    await until('a task', async () => (await ticksOf(server, made.id)).length > 0);
    expect(await readSchedule(server, made.id)).toMatchObject({
      consecutive_failures: 0,
      last_error: null,
    });

    await server.call('PATCH', taskType, {
      body: { params_schema: { type: 'object', required: ['day'] } },
    });
    await until('a failure', async () => {
      const { consecutive_failures: failures } = await readSchedule(server, made.id);
      return failures > 0;
    });
    await sql(server, `UPDATE schedules SET failures = 8 WHERE id = '${made.id}'`);
    const paused = await until('the pause', async () => {
      const now = await readSchedule(server, made.id);
      return now.state === 'paused' && now;
    });
    expect(paused).toMatchObject({ consecutive_failures: 10, next_at: null });
    expect(paused.pause_reason).toMatch(/^10 ticks in a row could make no task\. .*day/);
    const resumed = await act(made.id, 'resume');
    expect(resumed.body).toMatchObject({
      state: 'active',
      consecutive_failures: 0,
      pause_reason: null,
      last_error: null,
    });
    await act(made.id, 'pause');
  });
});
