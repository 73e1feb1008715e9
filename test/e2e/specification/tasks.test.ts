import { afterAll, beforeAll, expect } from '@jest/globals';
import { proves } from './proves.js';
import type { TestServer } from '../../support/server.js';
import { sharedServer } from '../../support/shared-server.js';
import { newMetaTask } from '../../support/meta-tasks.js';
import {
  runScript,
  TASK_FIELDS,
  type TaskDetail,
  TASKS,
  type TaskSummary,
  taskWhen,
} from '../../support/tasks.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const TOTAL = 205;
const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let identifier: string;
let created: TaskSummary;
let done: TaskDetail;
let failed: TaskDetail;
beforeAll(async () => {
  server = await sharedServer();
  const script =
    'def run(params, reporter):\n    reporter.set_phase("Echoing")\n    return {"echo": params}\n';
  ({ identifier } = await newMetaTask(server, { name: 'Echo', identifier: 'echo', script }));
  const body = { task_type_identifier: identifier, params: { a: [1] }, name: 'My run' };
  created = (await server.call<TaskSummary>('POST', TASKS, { body })).body;
  done = await taskWhen(server, created.id);
  failed = await runScript(
    server,
    'python',
    'def run(params, reporter):\n    raise ValueError("no")\n',
  );
  // Enough tasks to fill the default and the largest page. They are not due, so that other tasks do not wait.
  const run_at = new Date(Date.now() + DAY_MS).toISOString();
  const tasks = Array.from({ length: TOTAL - 2 }, () => ({
    task_type_identifier: identifier,
    run_at,
  }));
  expect((await server.call('POST', `${TASKS}/batch`, { body: { tasks } })).status).toBe(201);
});
afterAll(() => server.stop());

const post = (body: object) => server.call<TaskSummary>('POST', TASKS, { body });
const list = (query: string) => server.call<TaskSummary[]>('GET', `${TASKS}?${query}`);
const ids = async (query: string): Promise<string[]> =>
  (await list(query)).body.map(({ id }) => id);

proves('tasks.create', async () => {
  const { status, body } = await post({ task_type_identifier: identifier });
  expect([status, Object.keys(body).sort()]).toEqual([201, TASK_FIELDS]);
  await taskWhen(server, body.id);
});
proves('tasks.create.task_type_identifier', async () => {
  expect(created.task_type).toBe('echo');
  for (const body of [{}, { task_type_identifier: 7 }, { task_type_identifier: 'nobody' }])
    expect((await post(body)).status).toBe(422);
});
proves('tasks.create.params', async () => {
  expect(done.result).toEqual({ echo: { a: [1] } });
  expect((await post({ task_type_identifier: identifier, params: [] as object })).status).toBe(422);
});
proves('tasks.create.params.default', async () => {
  const { body } = await post({ task_type_identifier: identifier });
  const task = await taskWhen(server, body.id);
  expect([task.params, task.result]).toEqual([{}, { echo: {} }]);
});
proves('tasks.create.name', async () =>
  expect([created.name, done.name]).toEqual(['My run', 'My run']),
);
proves('tasks.create.name.default', async () => {
  const { body } = await post({ task_type_identifier: identifier });
  const [, digits = ''] = /^echo-(\d{14})$/.exec(body.name) ?? [];
  const [year = 0, month = 0, day = 0, ...time] = (digits.match(/^\d{4}|\d\d/g) ?? []).map(Number);
  const [hour = 0, minute = 0, second = 0] = time;
  const named = new Date(year, month - 1, day, hour, minute, second).getTime();
  expect(Math.abs(named - Date.parse(body.created_at))).toBeLessThan(5_000);
});
proves('tasks.create.pending', async () =>
  expect(created).toMatchObject({
    status: 'pending',
    progress: 0,
    started_at: null,
    finished_at: null,
    error_message: null,
  }),
);

proves('tasks.list', async () => {
  const { status, body } = await list('limit=3');
  expect(status).toBe(200);
  for (const task of body) expect(Object.keys(task).sort()).toEqual(TASK_FIELDS);
});
proves('tasks.list.status', async () => {
  expect(await ids('status=failed')).toEqual([failed.id]);
  const { body } = await list('status=success');
  expect(new Set(body.map(({ status }) => status))).toEqual(new Set(['success']));
});
proves('tasks.list.limit', async () => expect(await ids('limit=7')).toHaveLength(7));
proves('tasks.list.limit.default', async () => expect(await ids('')).toHaveLength(50));
proves('tasks.list.limit.maximum', async () => {
  expect(await ids('limit=200')).toHaveLength(200);
  expect((await list('limit=201')).status).toBe(422);
});
proves('tasks.list.offset', async () =>
  expect(await ids('limit=5&offset=3')).toEqual((await ids('limit=8')).slice(3)),
);
proves('tasks.list.offset.default', async () =>
  expect(await ids('limit=5')).toEqual(await ids('limit=5&offset=0')),
);

proves('tasks.read', async () => {
  const { status, body } = await server.call<TaskDetail>('GET', `${TASKS}/${created.id}`);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(expect.arrayContaining([...TASK_FIELDS, 'params', 'result']));
});
proves('tasks.read.params', async () => expect(done.params).toEqual({ a: [1] }));
proves('tasks.read.result', async () =>
  expect([done.result, failed.result]).toEqual([{ echo: { a: [1] } }, null]),
);

proves('task.id', async () => expect(created.id).toMatch(UUID));
proves('task.name', async () => expect(typeof done.name).toBe('string'));
proves('task.status', async () =>
  expect([created.status, done.status, failed.status]).toEqual(['pending', 'success', 'failed']),
);
proves('task.progress', async () => {
  expect([created.progress, done.progress]).toEqual([0, 100]);
  expect(failed.progress).toBeLessThan(100);
});
proves('task.current_phase', async () =>
  expect([created.current_phase, done.current_phase, failed.current_phase]).toEqual([
    null,
    'Echoing',
    null,
  ]),
);
proves('task.task_type', async () => expect(done.task_type).toBe(identifier));
proves('task.created_at', async () => expect(created.created_at).toMatch(ISO_UTC));
proves('task.started_at', async () => {
  expect([created.started_at, done.started_at]).toEqual([null, expect.stringMatching(ISO_UTC)]);
  expect(Date.parse(done.started_at ?? '')).toBeGreaterThanOrEqual(Date.parse(done.created_at));
});
proves('task.finished_at', async () => {
  expect([created.finished_at, done.finished_at]).toEqual([null, expect.stringMatching(ISO_UTC)]);
  expect(Date.parse(done.finished_at ?? '')).toBeGreaterThanOrEqual(
    Date.parse(done.started_at ?? ''),
  );
});
proves('task.error_message', async () =>
  expect([done.error_message, failed.error_message]).toEqual([null, 'ValueError: no']),
);

proves('scripts.python', async () => {
  const task = await runScript(
    server,
    'python',
    'def run(params, reporter):\n    return params["n"] + 1\n',
    { params: { n: 1 } },
  );
  expect(task).toMatchObject({ status: 'success', result: 2 });
});
proves('scripts.typescript', async () => {
  const script =
    'export function run(params: { n: number }, reporter: object) { return params.n + 1; }';
  expect(await runScript(server, 'typescript', script, { params: { n: 1 } })).toMatchObject({
    status: 'success',
    result: 2,
  });
});
proves('scripts.set_phase', async () => expect(done.current_phase).toBe('Echoing'));
proves('auth.api_key', async () =>
  expect((await server.call('GET', TASKS, { token: server.apiKey })).status).toBe(200),
);
