import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import {
  createSchedule,
  readSchedule,
  type Schedule,
  SCHEDULES,
  loadScheduleTasks,
  loadTicks,
} from '../support/schedules.js';
import { NEVER_ENDS, NO_OP } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { createTask, createMetaTask, readTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const YEAR_MS = 365 * 24 * 3600 * 1000;

let server: TestServer;
let noOp: string;
let neverEnds: string;
beforeAll(async () => {
  server = await startServer({
    METARUN_LIMITS: 'min_schedule_seconds=1',
    METARUN_CANCEL_GRACE_SECONDS: '0',
    METARUN_SHUTDOWN_SECONDS: '0',
    METARUN_CONCURRENCY: '16',
  });
  noOp = await createMetaTask(server, 'python', NO_OP.python);
  neverEnds = await createMetaTask(server, 'python', NEVER_ENDS.python);
});
afterAll(() => server.stop());

function act(id: string, what: string): ReturnType<typeof server.call<Schedule>> {
  return server.call<Schedule>('POST', `${SCHEDULES}/${id}/${what}`);
}

/** Pauses a schedule and cancels its tasks. */
async function quiet(id: string): Promise<void> {
  await act(id, 'pause');
  for (const task of await loadScheduleTasks(server, id))
    if (task.finished_at === null) await server.call('POST', `${TASKS}/${task.id}/cancel`);
}

describe('ticks', () => {
  it('each tick makes one task in time, which names its schedule and tick', async () => {
    const made = await createSchedule(server, noOp, {
      every_seconds: 1,
      overlap: 'allow',
      missed: 'all',
      params: { kept: true },
      task_name: 'T {date} {time}',
    });
    const tasks = await until('four ticks', async () => {
      const found = await loadScheduleTasks(server, made.id);
      return found.length >= 4 && found;
    });
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
    await quiet(made.id);
    const { last_tasks: last, last_tick_at: lastTick } = await readSchedule(server, made.id);
    expect(last.length).toBeGreaterThanOrEqual(4);
    expect(Date.parse(lastTick ?? '')).toBeGreaterThanOrEqual(ticks.at(-1) ?? 0);
    const plain = await createTask(server, noOp);
    expect((await readTask(server, plain)).body).toMatchObject({
      schedule_id: null,
      scheduled_for: null,
    });
  });

  it('a one-off schedule ends after its tick, and another time makes it active again', async () => {
    const at = new Date(Date.now() + 2_500).toISOString();
    const made = await createSchedule(server, noOp, { at });
    expect(made.next_times.map(({ utc }) => utc)).toEqual([at]);
    const ended = await until('the end', async () => {
      const now = await readSchedule(server, made.id);
      return now.state === 'ended' && now;
    });
    expect(ended).toMatchObject({ next_at: null, last_tick_at: at, next_times: [] });
    expect(await loadTicks(server, made.id)).toEqual([Date.parse(at)]);
    const later = new Date(Date.now() + YEAR_MS).toISOString();
    const again = await server.call<Schedule>('PATCH', `${SCHEDULES}/${made.id}`, {
      body: { at: later },
    });
    expect(again.body).toMatchObject({ state: 'active', next_at: later });
  });

  it('a paused schedule has no ticks, and does not make up for them later', async () => {
    const paused = await createSchedule(server, noOp, {
      every_seconds: 1,
      overlap: 'allow',
      missed: 'all',
      paused: true,
    });
    expect(paused).toMatchObject({ state: 'paused', next_at: null, next_times: [] });
    const other = await createSchedule(server, noOp, { every_seconds: 1 });
    await until(
      'ticks of another one',
      async () => (await loadTicks(server, other.id)).length >= 2,
    );
    expect(await loadTicks(server, paused.id)).toEqual([]);
    const resumed = await act(paused.id, 'resume');
    expect(resumed.body).toMatchObject({ state: 'active', paused_at: null });
    await until('a tick', async () => (await loadTicks(server, paused.id)).length > 0);
    const [first] = await loadTicks(server, paused.id);
    expect(first).toBe(Date.parse(resumed.body.next_at ?? ''));
    await quiet(other.id);
    await quiet(paused.id);
    const count = (await loadTicks(server, paused.id)).length;
    expect((await act(paused.id, 'pause')).body.state).toBe('paused');
    expect((await loadTicks(server, paused.id)).length).toBe(count);
  });

  it('a one-off schedule whose time passed while it was paused cannot be resumed', async () => {
    const at = new Date(Date.now() + 2_500).toISOString();
    const made = await createSchedule(server, noOp, { at, paused: true });
    await until('the time to pass', () => Date.now() > Date.parse(at) + 100);
    expect(readError(await act(made.id, 'resume'))).toBe('409 conflict');
    expect(await loadTicks(server, made.id)).toEqual([]);
  });

  it('a deleted schedule has no more ticks, and its tasks stay', async () => {
    const made = await createSchedule(server, noOp, { every_seconds: 1 });
    await until('a tick', async () => (await loadTicks(server, made.id)).length > 0);
    await server.call('DELETE', `${SCHEDULES}/${made.id}`);
    const left = await loadTicks(server, made.id);
    const other = await createSchedule(server, noOp, { every_seconds: 1 });
    await until(
      'ticks of another one',
      async () => (await loadTicks(server, other.id)).length >= 2,
    );
    await quiet(other.id);
    expect(await loadTicks(server, made.id)).toEqual(left);
  });
});

describe('at a tick while a task runs', () => {
  it('the overlap policy skip makes no task while one runs, and counts the tick', async () => {
    const made = await createSchedule(server, neverEnds, { every_seconds: 1, overlap: 'skip' });
    const after = await until('skipped ticks', async () => {
      const now = await readSchedule(server, made.id);
      return now.skipped_ticks >= 2 && now;
    });
    expect(after).toMatchObject({ last_skip_reason: 'overlap', state: 'active' });
    const tasks = await loadScheduleTasks(server, made.id);
    expect(tasks).toHaveLength(1);
    // The next task starts as soon as this one has ended.
    await server.call('POST', `${TASKS}/${tasks[0]?.id}/cancel`);
    await until(
      'another task',
      async () => (await loadScheduleTasks(server, made.id)).length === 2,
    );
    await quiet(made.id);
  });

  it('the overlap policy allow makes another task while one runs', async () => {
    const made = await createSchedule(server, neverEnds, { every_seconds: 1, overlap: 'allow' });
    await until('two to run', async () => {
      const tasks = await loadScheduleTasks(server, made.id);
      return tasks.filter(({ status }) => status === 'running').length >= 2;
    });
    await quiet(made.id);
    expect((await readSchedule(server, made.id)).skipped_ticks).toBe(0);
  });

  it('the overlap policy cancel_running cancels the running task and makes another', async () => {
    const made = await createSchedule(server, neverEnds, {
      every_seconds: 2,
      overlap: 'cancel_running',
    });
    const tasks = await until('two to be cancelled', async () => {
      const found = await loadScheduleTasks(server, made.id);
      return found.filter(({ status }) => status === 'cancelled').length >= 2 && found;
    });
    expect(tasks.filter(({ status }) => !/cancelled|running|pending/.test(status))).toEqual([]);
    expect(tasks.at(-1)?.status).not.toBe('cancelled');
    await quiet(made.id);
  });
});

describe('run', () => {
  it('a run by hand makes a task at once, even of a paused schedule, and moves no times', async () => {
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
  it('a tick that can make no task records why, and the tenth in a row pauses the schedule', async () => {
    const identifier = await createMetaTask(server, 'typescript', NO_OP.typescript);
    const metaTask = `/projects/default/task-types/${identifier}`;
    const made = await createSchedule(server, identifier, { every_seconds: 1 });
    await server.call('POST', `${metaTask}/archive`);
    const failing = await until('a failure', async () => {
      const now = await readSchedule(server, made.id);
      return now.consecutive_failures >= 2 && now;
    });
    expect(failing.state).toBe('active');
    expect(failing.last_error).toMatch(/is archived/);
    expect(readError(await act(made.id, 'run'))).toBe('422 task_type_archived');

    // A tick that creates a task resets the failures.
    await server.call('POST', `${metaTask}/restore`);
    await until('a task', async () => (await loadTicks(server, made.id)).length > 0);
    expect(await readSchedule(server, made.id)).toMatchObject({
      consecutive_failures: 0,
      last_error: null,
    });

    await server.call('PATCH', metaTask, {
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
