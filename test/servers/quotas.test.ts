import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../support/files-client.js';
import { requireProblem } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import { type Answer, startServer, type TestServer } from '../support/server.js';
import { loadNumber, sql } from '../support/sql.js';
import { createMetaTask, TASKS, taskWhen, type TaskSummary } from '../support/tasks.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

/** Limit for each kind. Some kinds have one object from the start. */
const LIMIT = 4;
const FILE_BYTES = 1_000;
const PARAMS_BYTES = 5_000;

type Usage = Wire['UsageDto'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    METARUN_LIMITS: `members=${LIMIT},api_keys=${LIMIT},secrets=${LIMIT},meta_tasks=${LIMIT},meta_task_versions=${LIMIT + 1},schedules=${LIMIT},agents=${LIMIT},agent_versions=${LIMIT + 1},webhooks=${LIMIT},workspaces=${LIMIT},files=${LIMIT},file_bytes=${FILE_BYTES},open_params_bytes=${PARAMS_BYTES}`,
  });
});
afterAll(() => server.stop());

let projects = 0;

/** Creates a project and returns a function that calls its paths. */
async function project() {
  projects += 1;
  const slug = `quota-${projects}`;
  await server.call('POST', '/projects', { body: { name: slug, slug } });
  const token = server.adminToken;
  const call = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
    server.call<T>(method, `/projects/${slug}/${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  const usage = async (setting: string): Promise<Usage | undefined> =>
    (await call<Usage[]>('GET', 'usage')).body.find((one) => one.setting === setting);
  return { slug, call, usage };
}

function refusal(answer: Answer, setting: string, limit: number, used: number): void {
  const { status, code, detail } = requireProblem(answer);
  expect([status, code]).toEqual([422, 'project_quota_exceeded']);
  expect(detail).toContain(`${setting} allows a project ${limit}, and there are ${used}.`);
}

/** Path and body for the n-th object of each setting, and the number of objects from the start. */
const KINDS: [setting: string, path: string, there: number, body: (n: number) => unknown][] = [
  ['METARUN_LIMITS.members', 'members', 1, (n) => ({ name: `m${n}`, role: 'viewer' })],
  ['METARUN_LIMITS.api_keys', 'api-keys', 0, (n) => ({ name: `k${n}` })],
  [
    'METARUN_LIMITS.meta_tasks',
    'task-types/',
    0,
    (n) => ({ name: `t${n}`, identifier: `t${n}`, script: NO_OP.python }),
  ],
  ['METARUN_LIMITS.agents', 'agents', 0, (n) => ({ name: `a${n}` })],
  ['METARUN_LIMITS.workspaces', 'workspaces', 1, (n) => ({ name: `w${n}` })],
  [
    'METARUN_LIMITS.webhooks',
    'webhooks',
    0,
    (n) => ({ url: `https://93.184.215.14/${n}`, events: ['task.success'] }),
  ],
];

describe('a project has no more of a kind than the setting says', () => {
  it.each(KINDS)(
    'the limit %s holds even for simultaneous requests',
    async (setting, path, there, body) => {
      const { call, usage } = await project();
      const answers = await Promise.all(
        Array.from({ length: LIMIT + 3 }, (_, n) => call('POST', path, body(n))),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(LIMIT - there);
      for (const answer of answers)
        if (answer.status !== 201) refusal(answer, setting, LIMIT, LIMIT);
      expect(await usage(setting)).toMatchObject({ used: LIMIT, limit: LIMIT });
      // The limit applies to each project separately.
      expect((await (await project()).call('POST', path, body(0))).status).toBe(201);
    },
  );

  it('METARUN_LIMITS.secrets allows a replacement, and a deletion frees space', async () => {
    const { call } = await project();
    const put = (name: string) => call('PUT', `secrets/${name}`, { value: 'x' });
    for (let n = 0; n < LIMIT; n += 1) expect((await put(`S${n}`)).status).toBe(201);
    refusal(await put('MORE'), 'METARUN_LIMITS.secrets', LIMIT, LIMIT);
    expect((await put('S0')).status).toBe(200);
    await call('DELETE', 'secrets/S0');
    expect((await put('MORE')).status).toBe(201);
  });

  it('METARUN_LIMITS.meta_task_versions counts the versions of all meta-tasks together', async () => {
    const { call } = await project();
    for (const identifier of ['a', 'b'])
      await call('POST', 'task-types/', { name: identifier, identifier, script: NO_OP.python });
    for (let n = 0; n < LIMIT - 1; n += 1)
      expect((await call('PATCH', 'task-types/a', { description: `${n}` })).status).toBe(200);
    const more = await call('PATCH', 'task-types/b', { description: 'more' });
    refusal(more, 'METARUN_LIMITS.meta_task_versions', LIMIT + 1, LIMIT + 1);
  });

  it('METARUN_LIMITS.agent_versions counts the versions of all agents together', async () => {
    const { call } = await project();
    for (const identifier of ['a', 'b']) await call('POST', 'agents', { name: identifier });
    for (let n = 0; n < LIMIT - 1; n += 1)
      expect((await call('PATCH', 'agents/a', { description: `${n}` })).status).toBe(200);
    const more = await call('PATCH', 'agents/b', { description: 'more' });
    refusal(more, 'METARUN_LIMITS.agent_versions', LIMIT + 1, LIMIT + 1);
  });

  it('METARUN_LIMITS.schedules bounds the schedules of a project', async () => {
    const { call } = await project();
    await call('POST', 'task-types/', { name: 'a', identifier: 'a', script: NO_OP.python });
    const make = (n: number) =>
      call('POST', 'schedules', {
        name: `s${n}`,
        task_type_identifier: 'a',
        every_seconds: 3600,
        params: {},
      });
    for (let n = 0; n < LIMIT; n += 1) expect((await make(n)).status).toBe(201);
    refusal(await make(LIMIT), 'METARUN_LIMITS.schedules', LIMIT, LIMIT);
  });
});

describe('files', () => {
  it('the quota of bytes counts earlier versions of files, and allows whatever frees space', async () => {
    const { slug, usage } = await project();
    const files = new FilesClient(server, server.adminToken, slug);
    const text = 'x'.repeat(400);
    expect((await files.put('/a', text)).status).toBe(201);
    expect((await files.put('/a', `${text}y`)).status).toBe(200);
    expect(await usage('METARUN_LIMITS.file_bytes')).toMatchObject({
      used: 801,
      limit: FILE_BYTES,
    });
    const refused = await files.put('/b', text);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: 'project_quota_exceeded',
      detail: expect.stringContaining(
        'METARUN_LIMITS.file_bytes allows a project 1000, and there are 801.',
      ),
    });
    expect((await files.read('/b')).status).toBe(404);
    expect((await files.dropVersions('/a')).status).toBeLessThan(300);
    expect(await usage('METARUN_LIMITS.file_bytes')).toMatchObject({ used: 401 });
    expect((await files.put('/b', text)).status).toBe(201);
    expect((await files.move('/b', '/c')).status).toBeLessThan(300);
    expect((await files.remove('/c')).status).toBe(204);
  });

  it('the quota of files counts directories, and its counters match the rows', async () => {
    const { slug, usage, call } = await project();
    const files = new FilesClient(server, server.adminToken, slug);
    const workspace = await call<{ id: string }>('POST', 'workspaces', { name: 'other' });
    expect((await files.put('/one/a', '1')).status).toBe(201);
    expect((await files.put('/b', '2', { ws: workspace.body.id })).status).toBe(201);
    expect(await usage('METARUN_LIMITS.files')).toMatchObject({ used: 3, limit: LIMIT });
    expect((await files.put('/two/c', '3')).status).toBe(422);
    expect((await files.put('/d', '3')).status).toBe(201);
    await call('DELETE', `workspaces/${workspace.body.id}?force=true`);
    await until('the files of the workspace to be gone', async () => {
      return (await usage('METARUN_LIMITS.files'))?.used === 3;
    });
    const drift = await sql<object>(
      server,
      `SELECT u.project_id FROM project_usage u WHERE u.files <> (SELECT COUNT(*) FROM files f WHERE f.project_id = u.project_id)
       OR u.file_bytes <> (SELECT COALESCE(SUM(size + original_size), 0) FROM files f WHERE f.project_id = u.project_id)
         + (SELECT COALESCE(SUM(size + original_size), 0) FROM file_versions v WHERE v.project_id = u.project_id)`,
    );
    expect(drift).toEqual([]);
  });
});

describe('params of tasks that have not ended', () => {
  const later = (): string => new Date(Date.now() + 3_600_000).toISOString();
  /** Returns params with a JSON text of this many bytes. */
  const params = (bytes: number) => ({ x: 'y'.repeat(bytes - 8) });
  const open = (): Promise<number> =>
    loadNumber(
      server,
      `SELECT open_params_bytes FROM event_counters WHERE project_id = (SELECT id FROM projects WHERE slug = 'default')`,
    );
  const create = (task_type_identifier: string, body: object) =>
    server.call<TaskSummary>('POST', TASKS, { body: { task_type_identifier, ...body } });

  it('params of open tasks are bounded in bytes, and freed however a task ends, even after a retry', async () => {
    const fails = 'def run(params, reporter):\n    raise ValueError("no")\n';
    const waits = 'export const run = (params, reporter) => reporter.sleep(3600);\n';
    const [good, bad, long] = [
      await createMetaTask(server, 'python', NO_OP.python),
      await createMetaTask(server, 'python', fails),
      await createMetaTask(server, 'typescript', waits),
    ];
    const first = await create(good, { params: params(3_000), run_at: later() });
    expect(first.status).toBe(201);
    expect(await open()).toBe(3_000);
    const refused = await create(good, { params: params(2_001), run_at: later() });
    refusal(refused, 'METARUN_LIMITS.open_params_bytes', PARAMS_BYTES, 3_000);
    expect(await open()).toBe(3_000);
    const batch = await server.call('POST', `${TASKS}/batch`, {
      body: {
        tasks: [1, 2].map(() => ({ task_type_identifier: good, params: params(1_001) })),
      },
    });
    refusal(batch, 'METARUN_LIMITS.open_params_bytes', PARAMS_BYTES, 3_000);
    await server.call('POST', `${TASKS}/${first.body.id}/cancel`);
    expect(await open()).toBe(0);

    const success = await create(good, { params: params(1_000) });
    const failure = await create(bad, { params: params(1_000) });
    const waiting = await create(long, { params: params(1_000) });
    await taskWhen(server, success.body.id);
    await taskWhen(server, failure.body.id);
    await taskWhen(server, waiting.body.id, ({ status }) => status === 'waiting');
    expect(await open()).toBe(1_000);
    await server.call('POST', `${TASKS}/${waiting.body.id}/cancel`);
    await taskWhen(server, waiting.body.id);
    expect(await open()).toBe(0);
    await server.call('POST', `${TASKS}/${failure.body.id}/retry`);
    await taskWhen(server, failure.body.id);
    expect(await open()).toBe(0);
  });
});
