import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Problem } from '../support/files-client.js';
import { LANGUAGES } from '../support/scripts.js';
import { type Answer, type TestServer } from '../support/server.js';
import {
  createTask,
  createMetaTask,
  type LogLine,
  loadLogs,
  runScript,
  TASK_FIELDS,
  TASKS,
  type TaskSummary,
  taskWhen,
} from '../support/tasks.js';

const SLEEP = {
  python:
    'import time\ndef run(params, reporter):\n    reporter.set_phase("Sleeping")\n    time.sleep(60)\n',
  typescript:
    'export default async function run(params: unknown, reporter: any) {\n  reporter.setPhase("Sleeping");\n  await new Promise((done) => setTimeout(done, 60000));\n}\n',
};
const LOOP = {
  python:
    'def run(params, reporter):\n    reporter.set_phase("Looping")\n    while True:\n        pass\n',
  typescript:
    'export function run(params: unknown, reporter: any) {\n  reporter.setPhase("Looping");\n  for (;;) {}\n}\n',
};

let server: TestServer;
beforeAll(async () => {
  // Scripts that ignore their cancel are killed quickly; others get the time that a busy machine needs.
  server = await sharedServer({ METARUN_CANCEL_GRACE_SECONDS: '1' });
});
afterAll(() => server.stop());

describe('creating a task', () => {
  it('a created task is pending and has exactly the ten fields', async () => {
    const identifier = await createMetaTask(
      server,
      'python',
      'def run(params, reporter):\n    return params\n',
    );
    const { status, body } = await server.call<TaskSummary>('POST', TASKS, {
      body: { task_type_identifier: identifier },
    });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(TASK_FIELDS);
    expect(body).toMatchObject({
      status: 'pending',
      progress: 0,
      current_phase: null,
      task_type: identifier,
      started_at: null,
      finished_at: null,
      error_message: null,
    });
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(body.name).toMatch(new RegExp(`^${identifier}-\\d{14}$`));
    expect(body.created_at).toBe(new Date(body.created_at).toISOString());
    const task = await taskWhen(server, body.id);
    expect(task).toMatchObject({ status: 'success', progress: 100, params: {}, result: {} });
    const times = [task.created_at, task.started_at, task.finished_at];
    expect(times).toEqual(times.toSorted((one, other) => ((one ?? '') < (other ?? '') ? -1 : 1)));
  });

  it('a task keeps its name and params, whatever characters and keys they have', async () => {
    const identifier = await createMetaTask(
      server,
      'typescript',
      'export const run = (params: unknown) => params;',
    );
    const params = {
      'Ünïcode 🎉': [1, 2.5, true, null, { 'a/b~c': '\n\t"\\' }],
      constructor: { prototype: { polluted: true } },
      ['__proto__']: { polluted: true },
      big: 9007199254740992,
      numbers: [123456789012345680000, 0.1, 1e23, -1.5e-7],
    };
    const body = { task_type_identifier: identifier, params, name: 'Näme ✓' };
    const created = await server.call<TaskSummary>('POST', TASKS, { body });
    const task = await taskWhen(server, created.body.id);
    expect(task).toMatchObject({ name: 'Näme ✓', params, result: params, status: 'success' });
    const read = await server.call('GET', `${TASKS}/${created.body.id}`);
    expect(read.text).toContain(`"params":${JSON.stringify(params)}`);
  });

  it.each([
    [{}, '/task_type_identifier'],
    [{ task_type_identifier: 7 }, '/task_type_identifier'],
    [{ task_type_identifier: 'x', params: [] }, '/params'],
    [{ task_type_identifier: 'x', params: 'text' }, '/params'],
    [{ task_type_identifier: 'x', name: '' }, '/name'],
    [{ task_type_identifier: 'x', name: 'n'.repeat(201) }, '/name'],
    [{ task_type_identifier: 'x', colour: 'red' }, '/colour'],
  ])('task creation refuses %j with a pointer', async (body, pointer) => {
    const answer = await server.call<Problem>('POST', TASKS, { body });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
  });

  it('a task of an unknown meta-task is refused', async () => {
    const answer = await server.call<Problem>('POST', TASKS, {
      body: { task_type_identifier: 'nobody' },
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'unknown_task_type']);
  });

  it('params that do not match the params_schema are refused with their place', async () => {
    const params_schema = {
      type: 'object',
      required: ['count'],
      properties: { count: { type: 'integer', minimum: 1 } },
      additionalProperties: false,
    };
    const script = 'def run(params, reporter):\n    return params\n';
    const identifier = await createMetaTask(server, 'python', script, { params_schema });
    const bad = await server.call<Problem>('POST', TASKS, {
      body: { task_type_identifier: identifier, params: { count: 0 } },
    });
    expect([bad.status, bad.body.code]).toEqual([422, 'invalid_params']);
    expect(bad.body.errors[0]?.pointer).toBe('/params/count');
    const missing = await server.call('POST', TASKS, {
      body: { task_type_identifier: identifier },
    });
    expect(missing.status).toBe(422);
    const good = await createTask(server, identifier, { count: 3 });
    expect((await taskWhen(server, good)).result).toEqual({ count: 3 });
  });
});

describe('listing tasks', () => {
  let identifier: string;
  let ids: string[];
  beforeAll(async () => {
    identifier = await createMetaTask(server, 'typescript', 'export const run = () => null;', {
      name: 'Listed',
    });
    ids = [];
    for (let index = 0; index < 7; index += 1) ids.push(await createTask(server, identifier));
    for (const id of ids) await taskWhen(server, id);
  });

  it('tasks are listed newest first with exactly the ten fields', async () => {
    const { body, headers } = await server.call<TaskSummary[]>(
      'GET',
      `${TASKS}?task_type=${identifier}`,
    );
    expect(body.map((task) => task.id)).toEqual([...ids].reverse());
    for (const task of body) expect(Object.keys(task).sort()).toEqual(TASK_FIELDS);
    expect(headers.get('x-total-count')).toBe('7');
  });

  it('tasks are paged by offset and by cursor, without gaps or repeats', async () => {
    const page = await server.call<TaskSummary[]>(
      'GET',
      `${TASKS}?task_type=${identifier}&limit=3&offset=2`,
    );
    expect(page.body.map((task) => task.id)).toEqual([...ids].reverse().slice(2, 5));
    const seen: string[] = [];
    let path: string | undefined = `${TASKS}?task_type=${identifier}&limit=3`;
    while (path !== undefined) {
      const { body, headers }: Answer<TaskSummary[]> = await server.call('GET', path);
      seen.push(...body.map((task) => task.id));
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual([...ids].reverse());
  });

  it('tasks are filtered by status, name and time', async () => {
    const success = await server.call('GET', `${TASKS}?status=success&task_type=${identifier}`);
    expect(success.body).toHaveLength(7);
    const running = await server.call('GET', `${TASKS}?status=running&task_type=${identifier}`);
    expect(running.body).toEqual([]);
    const named = await server.call('GET', `${TASKS}?q=LISTED-&limit=200`);
    expect(named.body).toHaveLength(7);
    expect((await server.call('GET', `${TASKS}?q=%25`)).body).toEqual([]);
    const later = await server.call('GET', `${TASKS}?created_after=2999-01-01T00:00:00Z`);
    expect(later.body).toEqual([]);
  });

  it.each([
    ['limit=201', 'limit must be a whole number from 1 to 200'],
    ['limit=0', 'limit must be'],
    ['limit=-1', 'limit must be'],
    ['limit=ten', 'limit must be'],
    ['limit=', 'limit must be'],
    ['limit=1&limit=2', 'limit must be'],
    ['offset=-1', 'offset must be'],
    ['offset=1e3', 'offset must be'],
    ['status=done', 'status must be one of'],
    ['colour=red', 'colour'],
    ['cursor=rubbish', 'cursor'],
    ['created_after=yesterday', 'created_after'],
  ])('the list of tasks refuses ?%s', async (query, words) => {
    const answer = await server.call<Problem>('GET', `${TASKS}?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain(words);
  });
});

describe('reading a task', () => {
  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense', '%00', 'a%2Fb'])(
    'the unknown task id %s gets 404',
    async (id) => {
      const answer = await server.call<Problem>('GET', `${TASKS}/${id}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    },
  );
});

describe.each(LANGUAGES)('cancelling a %s task', (language) => {
  it.each([
    ['that sleeps', SLEEP],
    ['that loops', LOOP],
  ])('a running task %s is cancelled on request', async (_, scripts) => {
    const identifier = await createMetaTask(server, language, scripts[language]);
    const id = await createTask(server, identifier);
    await taskWhen(server, id, (task) => task.current_phase !== null);
    const answer = await server.call('POST', `${TASKS}/${id}/cancel`);
    expect(answer.status).toBe(200);
    const task = await taskWhen(server, id);
    expect(task).toMatchObject({ status: 'cancelled', error_code: 'cancelled' });
    expect((await server.call('POST', `${TASKS}/${id}/cancel`)).status).toBe(200);
  });
});

describe('cancelling and retrying', () => {
  it('a task that has succeeded can be neither cancelled nor retried', async () => {
    const task = await runScript(server, 'python', 'def run(params, reporter):\n    return 1\n');
    const cancel = await server.call<Problem>('POST', `${TASKS}/${task.id}/cancel`);
    expect([cancel.status, cancel.body.code]).toEqual([409, 'task_finished']);
    const retry = await server.call<Problem>('POST', `${TASKS}/${task.id}/retry`);
    expect([retry.status, retry.body.code]).toEqual([409, 'task_finished']);
  });

  it('a retry runs a failed task as a further attempt of the same task', async () => {
    const script =
      'def run(params, reporter):\n    if reporter.task.attempt < 2:\n        raise ValueError("not yet")\n    return reporter.task.attempt\n';
    const failed = await runScript(server, 'python', script);
    expect(failed).toMatchObject({ status: 'failed', error_code: 'script_error', attempt: 1 });
    const answer = await server.call('POST', `${TASKS}/${failed.id}/retry`);
    expect(answer.body).toMatchObject({
      status: 'pending',
      error_message: null,
      finished_at: null,
    });
    expect(await taskWhen(server, failed.id)).toMatchObject({
      status: 'success',
      result: 2,
      error_code: null,
    });
  });

  it('a task that has not finished cannot be retried', async () => {
    const id = await createTask(server, await createMetaTask(server, 'python', SLEEP.python));
    const answer = await server.call<Problem>('POST', `${TASKS}/${id}/retry`);
    expect([answer.status, answer.body.code]).toEqual([409, 'task_not_finished']);
    await server.call('POST', `${TASKS}/${id}/cancel`);
  });

  it('a pending task is cancelled at once', async () => {
    const sleeper = await createMetaTask(server, 'python', SLEEP.python);
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push(await createTask(server, sleeper));
    const last = ids.at(-1) ?? '';
    const answer = await server.call('POST', `${TASKS}/${last}/cancel`);
    expect(answer.body).toMatchObject({ status: 'cancelled', attempt: 0, started_at: null });
    for (const id of ids) await server.call('POST', `${TASKS}/${id}/cancel`);
    for (const id of ids) expect((await taskWhen(server, id)).status).toBe('cancelled');
  });
});

describe('logs', () => {
  it('logs are read in order, by page and by level', async () => {
    const script = `import logging, sys
def run(params, reporter):
    print("one")
    reporter.log("two", level="warning")
    logging.error("three")
    print("four", file=sys.stderr)
`;
    const task = await runScript(server, 'python', script);
    const lines = await loadLogs(server, task.id);
    expect(lines.map((line) => line.text)).toEqual(['one', 'two', 'three', 'four']);
    expect(lines[0]).toMatchObject({ level: 'info', attempt: 1 });
    expect(Object.keys(lines[0] ?? {}).sort()).toEqual(['attempt', 'level', 'seq', 'text', 'time']);
    const errors = await server.call<LogLine[]>('GET', `${TASKS}/${task.id}/logs?level=error`);
    expect(errors.body.map((line) => line.text)).toEqual(['three']);
    const page = await server.call('GET', `${TASKS}/${task.id}/logs?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await server.call<LogLine[]>('GET', next);
    expect(rest.body.map((line) => line.text)).toEqual(['three', 'four']);
  });
});
