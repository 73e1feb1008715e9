import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusEvents, type StreamedEvent } from '../support/events.js';
import { FilesClient } from '../support/files-client.js';
import { requireProblem } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { postMetaTask, TYPES } from '../support/meta-tasks.js';
import {
  createTask,
  createTasks,
  createMetaTask,
  readTask,
  TASKS,
  type TaskDetail,
  type TaskSummary,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const BRIEF = 'import time\ndef run(params, reporter):\n    time.sleep(0.05)\n';
/** Runs until its gate file exists. */
const HELD = `import time
def run(params, reporter):
    reporter.set_phase("On")
    while not reporter.files.exists("/go-" + params["gate"]):
        time.sleep(0.05)
`;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function create(body: object): Promise<TaskDetail> {
  const answer = await server.call<TaskSummary>('POST', TASKS, { body });
  expect(answer.status).toBe(201);
  return (await readTask(server, answer.body.id)).body;
}

async function open(gate: string): Promise<void> {
  const files = new FilesClient(server, server.apiKey);
  expect((await files.put(`/go-${gate}`, '')).status).toBeLessThan(300);
}

/** Returns the status events of the project up to the end of a new task. */
async function history(): Promise<StreamedEvent['data'][]> {
  const marker = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
  return (await statusEvents(server, marker)).map(({ data }) => data);
}

/** Returns the largest number of `ids` that ran simultaneously, according to the order of the events. */
function mostAtOnce(events: StreamedEvent['data'][], ids: readonly string[]): number {
  const running = new Set<string>();
  let most = 0;
  for (const { task_id, status } of events) {
    if (!ids.includes(task_id)) continue;
    if (status === 'running') running.add(task_id);
    else running.delete(task_id);
    most = Math.max(most, running.size);
  }
  return most;
}

describe('a concurrency limit', () => {
  it('a concurrency limit is never exceeded, and every task gets its turn', async () => {
    const type = await createMetaTask(server, 'python', BRIEF, { concurrency_limit: 2 });
    const ids = await createTasks(server, [type], 12);
    for (const id of ids) expect((await taskWhen(server, id)).status).toBe('success');
    expect(mostAtOnce(await history(), ids)).toBe(2);
  });

  it('a concurrency limit holds for each value of its key, of any type', async () => {
    const type = await createMetaTask(server, 'python', BRIEF, {
      concurrency_limit: 1,
      concurrency_key: '/order/customer',
    });
    const EACH = 2;
    const customers = ['a', 'b', 1, '1', null, { id: 7 }];
    const tasks = customers.flatMap((customer) =>
      Array.from({ length: EACH }, () => ({
        task_type_identifier: type,
        params: { order: { customer } },
      })),
    );
    const { body } = await server.call<TaskSummary[]>('POST', `${TASKS}/batch`, {
      body: { tasks },
    });
    for (const { id } of body) expect((await taskWhen(server, id)).status).toBe('success');
    const events = await history();
    for (const [index] of customers.entries()) {
      const own = body.slice(index * EACH, (index + 1) * EACH).map(({ id }) => id);
      expect(mostAtOnce(events, own)).toBe(1);
    }
    expect(
      mostAtOnce(
        events,
        body.map(({ id }) => id),
      ),
    ).toBeGreaterThan(1);
  });

  it('params without a value at the concurrency key share one limit', async () => {
    const type = await createMetaTask(server, 'python', BRIEF, {
      concurrency_limit: 1,
      concurrency_key: '/customer',
    });
    const ids: string[] = [];
    for (const params of [{}, { customer: null }, {}, { customer: null }])
      ids.push(await createTask(server, type, params));
    for (const id of ids) await taskWhen(server, id);
    expect(mostAtOnce(await history(), ids)).toBe(1);
  });

  it('a concurrency limit blocks no other tasks and frees its slot for the highest priority', async () => {
    const type = await createMetaTask(server, 'python', HELD, { concurrency_limit: 1 });
    const task = (gate: string, priority: number) => ({
      task_type_identifier: type,
      params: { gate },
      priority,
    });
    const first = await create(task('first', 0));
    await taskWhen(server, first.id, ({ current_phase }) => current_phase === 'On');
    const { body: waiting } = await server.call<TaskSummary[]>('POST', `${TASKS}/batch`, {
      body: { tasks: Array.from({ length: 10 }, () => task('rest', 0)) },
    });
    const urgent = await create(task('urgent', 10));
    const other = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
    expect((await taskWhen(server, other)).status).toBe('success');
    await open('first');
    await taskWhen(server, urgent.id, ({ current_phase }) => current_phase === 'On');
    for (const { id } of waiting) expect((await readTask(server, id)).body.status).toBe('pending');
    // Cancelling a waiting task does not take the turn of another.
    await server.call('POST', `${TASKS}/${waiting[0]?.id}/cancel`);
    await open('rest');
    await open('urgent');
    for (const { id } of waiting.slice(1))
      expect((await taskWhen(server, id)).status).toBe('success');
    const ids = [first.id, urgent.id, ...waiting.map(({ id }) => id)];
    expect(mostAtOnce(await history(), ids)).toBe(1);
  });

  it('the concurrency limit of the current version holds for tasks of every version', async () => {
    const type = await createMetaTask(server, 'python', HELD, { concurrency_limit: 1 });
    const ids: string[] = [];
    const add = async (): Promise<void> => {
      ids.push(await createTask(server, type, { gate: 'versions' }));
    };
    const on = async (): Promise<number> => {
      const tasks = await Promise.all(ids.map((id) => readTask(server, id)));
      return tasks.filter(({ body }) => body.status === 'running').length;
    };
    await add();
    await add();
    await until('the first to run', async () => (await on()) === 1);
    await server.call('PATCH', `${TYPES}/${type}`, { body: { concurrency_limit: 3 } });
    await add();
    await add();
    await until('three to run', async () => (await on()) === 3);
    await open('versions');
    for (const id of ids) await taskWhen(server, id);
    expect(mostAtOnce(await history(), ids)).toBe(3);
  });

  it.each([
    [{ concurrency_limit: 0 }, '/concurrency_limit'],
    [{ concurrency_limit: 10_001 }, '/concurrency_limit'],
    [{ concurrency_limit: '1' }, '/concurrency_limit'],
    [{ concurrency_key: '/a' }, '/concurrency_key'],
    [{ concurrency_limit: 1, concurrency_key: '' }, '/concurrency_key'],
    [{ concurrency_limit: 1, concurrency_key: 'a' }, '/concurrency_key'],
    [{ concurrency_limit: 1, concurrency_key: '/a~2' }, '/concurrency_key'],
    [{ concurrency_limit: 1, concurrency_key: 7 }, '/concurrency_key'],
    [{ concurrency_limit: 1, concurrency_key: `/${'a'.repeat(200)}` }, '/concurrency_key'],
  ])('a concurrency limit given as %j is refused', async (fields, pointer) => {
    const { errors } = requireProblem(await postMetaTask(server, { name: 'x', ...fields }));
    expect(errors.map((error) => error.pointer)).toEqual([pointer]);
  });

  it('a concurrency limit cannot be removed while its key remains', async () => {
    const { body } = await postMetaTask(server, {
      name: 'Keyed',
      concurrency_limit: 2,
      concurrency_key: '/a/b',
      priority: 7,
    });
    expect(body).toMatchObject({ concurrency_limit: 2, concurrency_key: '/a/b', priority: 7 });
    const answer = await server.call('PATCH', `${TYPES}/${body.identifier}`, {
      body: { concurrency_limit: null },
    });
    expect(requireProblem(answer).errors.map(({ pointer }) => pointer)).toEqual([
      '/concurrency_key',
    ]);
  });
});

describe('priority', () => {
  it('a task has its own priority or else that of its meta-task', async () => {
    const type = await createMetaTask(server, 'python', NO_OP.python, { priority: -5 });
    expect((await create({ task_type_identifier: type })).priority).toBe(-5);
    expect((await create({ task_type_identifier: type, priority: 100 })).priority).toBe(100);
    expect((await create({ task_type_identifier: type, priority: 0 })).priority).toBe(0);
    expect((await create({ task_type_identifier: type, priority: null })).priority).toBe(-5);
  });

  it.each([101, -101, 0.5, '1'])('a priority of %j is refused', async (priority) => {
    const task = { task_type_identifier: 'x', priority };
    for (const [path, body, pointer] of [
      [TASKS, task, '/priority'],
      [`${TASKS}/batch`, { tasks: [task] }, '/tasks/0/priority'],
      [`${TYPES}/`, { name: 'x', priority }, '/priority'],
    ] as const) {
      const { errors } = requireProblem(await server.call('POST', path, { body }));
      expect(errors.map((error) => error.pointer)).toContain(pointer);
    }
  });
});

describe('run_at', () => {
  it('a task with run_at starts soon after that time, not before', async () => {
    const type = await createMetaTask(server, 'python', NO_OP.python);
    const due = Date.now() + 1_500;
    const tasks = [due, due + 200].map((time) => ({
      task_type_identifier: type,
      run_at: new Date(time).toISOString(),
    }));
    const { body } = await server.call<TaskSummary[]>('POST', `${TASKS}/batch`, {
      body: { tasks },
    });
    for (const [index, { id }] of body.entries()) {
      const task = await taskWhen(server, id);
      expect(task.run_at).toBe(tasks[index]?.run_at);
      const late = Date.parse(task.started_at ?? '') - Date.parse(task.run_at);
      expect(late).toBeGreaterThanOrEqual(0);
      // The sweep alone would take up to 10 s.
      expect(late).toBeLessThan(5_000);
    }
  });

  it('a run_at in the past means now, and its offset is converted to UTC', async () => {
    const type = await createMetaTask(server, 'python', NO_OP.python);
    const task = await create({
      task_type_identifier: type,
      run_at: '2020-02-29T12:00:00.5+02:00',
    });
    expect(Math.abs(Date.parse(task.run_at) - Date.parse(task.created_at))).toBeLessThan(50);
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    const later = await create({
      task_type_identifier: type,
      run_at: ahead.replace('Z', '+00:00'),
    });
    expect(later).toMatchObject({ status: 'pending', run_at: ahead });
    await server.call('POST', `${TASKS}/${later.id}/cancel`);
  });

  it.each([
    'tomorrow',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-W05-1T10:00:00Z',
    new Date(Date.now() + 400 * 86_400_000).toISOString(),
    1_800_000_000_000,
  ])('a run_at of %j is refused', async (run_at) => {
    const type = await createMetaTask(server, 'python', NO_OP.python);
    const task = { task_type_identifier: type, run_at };
    const one = requireProblem(await server.call('POST', TASKS, { body: task }));
    expect(one.errors.map(({ pointer }) => pointer)).toContain('/run_at');
    const batch = { tasks: [task] };
    const many = requireProblem(await server.call('POST', `${TASKS}/batch`, { body: batch }));
    expect(many.errors.map(({ pointer }) => pointer)).toContain('/tasks/0/run_at');
  });

  it('an Idempotency-Key also covers the priority', async () => {
    const type = await createMetaTask(server, 'python', NO_OP.python);
    const call = (more: object) =>
      server.call<TaskSummary>('POST', TASKS, {
        body: { task_type_identifier: type, ...more },
        headers: { 'Idempotency-Key': `run-at-${type}` },
      });
    const first = await call({ priority: 3 });
    expect((await call({ priority: 3 })).body.id).toBe(first.body.id);
    expect(requireProblem(await call({ priority: 4 })).code).toBe('idempotency_key_reused');
    expect(requireProblem(await call({})).code).toBe('idempotency_key_reused');
  });
});
