/** Tests limits and policies of an installation on a server with settings other than the defaults. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asking, ASKS, decide, APPROVALS } from '../support/approvals.js';
import { FilesClient } from '../support/files-client.js';
import { readError, requireProblem } from '../support/http.js';
import { withBody } from '../support/inline-script.js';
import { newMetaTask, postMetaTask } from '../support/meta-tasks.js';
import { LANGUAGES } from '../support/scripts.js';
import { call, type HostedServer, startServer } from '../support/server.js';
import { logFromNow } from '../support/server-host.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const SETTINGS = {
  // There is one slot, which a waiting parent must not occupy.
  METARUN_CONCURRENCY: '1',
  METARUN_LOG_LEVEL: 'debug',
  METARUN_LIMITS:
    'child_tasks=100,file_versions=3,streams=4,streams_per_key=2,streams_per_project=3,task_depth=3',
  METARUN_MAX_MEMORY_MB: '512',
  METARUN_MAX_NETWORK: 'restricted',
  METARUN_MAX_TIMEOUT_SECONDS: '600',
  METARUN_METRICS_TOKEN: 'figures.for~Prometheus/alone+==',
  METARUN_PUBLIC_URL: 'https://a.example/m',
};
const PROJECT = '/external/v1/projects/default';
const PATIENCE_MS = 100_000;
const CONNECTS = `
import socket
def run(params, reporter):
    try:
        socket.create_connection((params["host"], 80), 5)
    except OSError as error:
        return str(error)
`;

interface Tree {
  tasks: { depth: number; status: string }[];
}

let server: HostedServer;
/** Server on the same data that ran before the settings were changed. Its meta-task is `wide`. */
let before: HostedServer;
let wide: string;
beforeAll(async () => {
  before = await startServer();
  const more = { name: 'Wide', network: 'open' };
  wide = await createMetaTask(before, 'python', CONNECTS, more);
  await before.close();
  server = await startServer({ ...before.env, ...SETTINGS });
});
afterAll(async () => {
  await server.stop();
  await before.stop();
});

describe('the token of the metrics', () => {
  it.each(['/metrics', '/scale', '/scale?lane=none'])(
    'a client of %s needs the token, and learns nothing without it',
    async (path) => {
      const wrong = [null, server.adminToken, SETTINGS.METARUN_METRICS_TOKEN.slice(0, -1)];
      for (const token of wrong) {
        const answer = await server.call('GET', path, { token });
        expect(readError(answer)).toBe('401 unauthenticated');
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer realm="metarun metrics"${token === null ? '' : ', error="invalid_token"'}`,
        );
      }
      const token = SETTINGS.METARUN_METRICS_TOKEN;
      const answer = await server.call('GET', path, { token });
      expect(answer.status).toBe(path.endsWith('none') ? 422 : 200);
      // The token is not valid for other requests.
      expect((await server.call('GET', '/auth/me', { token })).status).toBe(401);
    },
  );
});

describe('the installation’s widest policy', () => {
  it('the widest policy of the installation bounds new and existing meta-tasks', async () => {
    const { detail, errors } = requireProblem(
      await postMetaTask(server, { name: 'x', network: 'open' }),
    );
    expect(errors[0]?.pointer).toBe('/network');
    expect(detail).toContain('this installation allows "restricted" at most');
    const task = await taskWhen(server, await createTask(server, wide, { host: '1.1.1.1' }));
    expect(task.result).toContain('METARUN_MAX_NETWORK');
  });
});

describe('the limits of a run', () => {
  it.each([
    [{ name: 'x', timeout_seconds: 601 }, '/timeout_seconds'],
    [{ name: 'x', memory_mb: 513 }, '/memory_mb'],
  ])('creation refuses %j with a pointer', async (body, pointer) => {
    const { code, errors } = requireProblem(await postMetaTask(server, body));
    expect(code).toBe('validation_failed');
    expect(errors.map((error) => error.pointer)).toContain(pointer);
  });

  it('creation takes the highest limits of the installation', async () => {
    const most = { timeout_seconds: 600, memory_mb: 512 };
    expect(await newMetaTask(server, { name: 'Most', ...most })).toMatchObject(most);
  });

  it('the run limits of a project are those of the installation', async () => {
    const { status, body } = await server.call('GET', '/projects/default/run-limits');
    expect(status).toBe(200);
    expect(body).toEqual({
      timeout_seconds: { default: expect.any(Number), most: expect.any(Number) },
      memory_mb: { default: 256, most: 512 },
      cpu_seconds: { default: null, most: null },
    });
  });
});

it('a file keeps no more earlier versions than METARUN_LIMITS.file_versions', async () => {
  const own = new FilesClient(server, server.apiKey);
  for (let n = 1; n <= 6; n += 1) await own.put('/f', String(n));
  expect((await own.versions('/f')).map(({ version }) => version)).toEqual([6, 5, 4, 3]);
  await own.put('/g', 'x');
  expect(await own.versions('/g')).toHaveLength(1);
});

describe.each(LANGUAGES)('a %s script', (language) => {
  it("a script's recursion ends at the depth limit", async () => {
    const identifier = `recursion-${language}`;
    await createMetaTask(
      server,
      language,
      withBody(
        language,
        language === 'python'
          ? `return reporter.run_task("${identifier}")`
          : `return reporter.runTask("${identifier}");`,
      ),
      { identifier },
    );
    const id = await createTask(server, identifier);
    const task = await taskWhen(server, id, undefined, PATIENCE_MS);
    expect(task.error_message).toContain('METARUN_LIMITS.task_depth');
    const { body } = await server.call<Tree>('GET', `${TASKS}/${id}/tree`);
    expect(body.tasks.map(({ depth, status }) => [depth, status])).toEqual(
      [0, 1, 2, 3].map((depth) => [depth, 'failed']),
    );
  });
});

it('a call with more children than allowed is refused', async () => {
  const double = await createMetaTask(
    server,
    'python',
    withBody('python', 'return params["n"] * 2'),
  );
  const code = `try:
    reporter.run_tasks([("${double}", {"n": n}) for n in range(101)])
except Exception as error:
    return [error.code, error.message]`;
  const type = await createMetaTask(server, 'python', withBody('python', code));
  const task = await taskWhen(server, await createTask(server, type));
  expect(task.result).toEqual([
    'child_limit',
    expect.stringContaining('METARUN_LIMITS.child_tasks'),
  ]);
  expect((await server.call('GET', `${TASKS}?parent_id=${task.id}`)).body).toEqual([]);
});

it('the open streams of a key, a project and a server are limited until one is closed', async () => {
  // A response that is no longer referenced closes its connection when it is garbage-collected.
  const held: Response[] = [];
  const open = async (token = server.apiKey, project = PROJECT): Promise<AbortController> => {
    const abort = new AbortController();
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}${project}/events`, {
      headers,
      signal: abort.signal,
    });
    if (response.status !== 200) throw new Error(`the stream was answered ${response.status}`);
    held.push(response);
    return abort;
  };
  const [first, second] = [await open(), await open()];
  const refused = await server.call('GET', `${PROJECT}/events`);
  expect(readError(refused)).toBe('429 too_many_streams');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('connection')).toBe('close');
  const third = await open(server.adminToken);
  const full = await server.call('GET', `${PROJECT}/events`, { token: server.adminToken });
  expect(readError(full)).toBe('429 too_many_streams');
  expect(full.text).toContain('This project has 3 event streams open');
  // Another project may open streams until the server has reached its limit.
  await server.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
  const other = '/external/v1/projects/other';
  const fourth = await open(server.adminToken, other);
  await server.call('POST', '/projects', { body: { name: 'Third', slug: 'third' } });
  const body = { name: 'third', role: 'admin' };
  const { token } = (await server.call<{ token: string }>('POST', '/auth/tokens', { body })).body;
  const none = await server.call('GET', '/external/v1/projects/third/events', { token });
  expect(none.text).toContain('The server has 4 event streams open');
  fourth.abort();
  first.abort();
  const again = await until('a place', () => open().catch(() => undefined));
  expect(held).toHaveLength(5);
  for (const stream of [second, third, again]) stream.abort();
});

/** Requests a page as a browser does, with no credentials but the link. */
const opened = (url: string) => call(url, 'GET', '', { token: null });

it('the token of a link never appears in the server log, and no other project can make a link', async () => {
  const log = logFromNow();
  const { id, approval } = await asking(server, 'python', ASKS.python('"Go?"'));
  const path = `${APPROVALS}/${approval.id}/links`;
  const { body } = await server.call<{ url: string }>('POST', path, { body: { name: 'Ada' } });
  expect(body.url).toMatch(/^https:\/\/a\.example\/m\/approve\/[A-Za-z0-9_-]{64}$/);
  const token = body.url.split('/').at(-1) ?? '';
  expect((await opened(`${server.url}/approve/${token}`)).status).toBe(200);
  expect((await opened(`${server.url}/approve/${token}x`)).status).toBe(404);
  await server.call('POST', '/projects', { body: { name: 'Other', slug: 'elsewhere' } });
  const elsewhere = path.replace('/default/', '/elsewhere/');
  const wrong = await server.call('POST', elsewhere, {
    body: { name: 'x' },
    token: server.adminToken,
  });
  expect(readError(wrong)).toBe('404 not_found');
  await decide(server, approval.id, { decision: 'approve' });
  await taskWhen(server, id);
  expect(log()).toContain('/approve/…');
  expect(log()).not.toContain(token);
});
