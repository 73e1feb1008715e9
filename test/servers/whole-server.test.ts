/**
 * Tests the server as a whole: its metrics, users, projects and refusals. The tests run in order and depend on one
 * another.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowsers, readCookie, OWN_PAGE } from '../support/browser-sessions.js';
import { readEntry, FilesClient } from '../support/files-client.js';
import { readError } from '../support/http.js';
import { TYPES } from '../support/meta-tasks.js';
import { type Answer, startServer, type TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { loadNumber, sql } from '../support/sql.js';
import { createTask, createMetaTask, runScript, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const SLEEPS = 'import time\ndef run(params, reporter):\n    time.sleep(60)\n';

interface User {
  id: string;
  name: string;
  is_admin: boolean;
  tokens: number;
  sessions: number;
  last_used_at: string | null;
  project_count: number;
  projects: { slug: string; role: string }[];
}

/** Server whose administrator has the same token. */
let neighbour: TestServer;
let server: TestServer;
const { signIn, byCookie } = createBrowsers(() => server);
beforeAll(async () => {
  neighbour = await sharedServer();
  server = await startServer({ METARUN_ADMIN_TOKEN: neighbour.adminToken });
});
afterAll(async () => {
  await server.stop();
  await neighbour.stop();
});

/** Returns the metrics of ended tasks. */
async function counted(): Promise<Record<string, number>> {
  const { text } = await server.call('GET', '/metrics', { token: null });
  const pattern =
    /^metarun_(tasks_finished_total|task_(?:run|wait)_duration_seconds_count)(\{.*\})? (\d+)$/gm;
  return Object.fromEntries(
    [...text.matchAll(pattern)].map(([, name, labels = '', value]) => [
      `${name}${labels}`,
      Number(value),
    ]),
  );
}

describe('the metrics of tasks', () => {
  it('the metrics count tasks that end in the queue, but no run for them', async () => {
    await runScript(server, 'typescript', 'export const run = () => 1;');
    const type = await createMetaTask(server, 'python', SLEEPS, { concurrency_limit: 1 });
    const first = await createTask(server, type);
    await taskWhen(server, first, (task) => task.status === 'running');
    const cancelled = await createTask(server, type);
    await server.call('POST', `${TASKS}/${cancelled}/cancel`);
    await server.call('PATCH', `${TYPES}/${type}`, { body: { total_timeout_seconds: 1 } });
    await taskWhen(server, await createTask(server, type));
    expect(await counted()).toEqual({
      'tasks_finished_total{status="success",error_code=""}': 1,
      'tasks_finished_total{status="cancelled",error_code="cancelled"}': 1,
      'tasks_finished_total{status="failed",error_code="timeout"}': 1,
      'task_run_duration_seconds_count{status="success"}': 1,
      task_wait_duration_seconds_count: 1,
    });
    await server.call('POST', `${TASKS}/${first}/cancel`);
    await taskWhen(server, first);
    const after = await counted();
    expect(after['tasks_finished_total{status="cancelled",error_code="cancelled"}']).toBe(2);
    expect(after['task_run_duration_seconds_count{status="cancelled"}']).toBe(1);
  });
});

it('a signed-in browser sees who it is, with the scopes in each project', async () => {
  const { cookie, session } = await signIn();
  const me = await byCookie(cookie, 'GET', '/auth/me');
  expect(me.body).toMatchObject({
    kind: 'access_token',
    name: 'admin',
    is_admin: true,
    token_id: session.token_id,
    session: { id: session.id, expires_at: session.expires_at },
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    sandbox_level: expect.any(Number),
    projects: [{ slug: 'default', role: 'admin', scopes: expect.arrayContaining(['tasks:write']) }],
  });
});

async function made(name: string, body: object = {}): Promise<User> {
  const answer = await server.call<User>('POST', '/users', { body: { name, ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function createToken(id: string, role = 'admin'): Promise<string> {
  const body = { name: 'theirs', role, user_id: id };
  return (await server.call<{ token: string }>('POST', '/auth/tokens', { body })).body.token;
}

async function read(id: string): Promise<User> {
  return (await server.call<User>('GET', `/users/${id}`)).body;
}

async function listed(query = ''): Promise<User[]> {
  return (await server.call<User[]>('GET', `/users${query}`)).body;
}

it('users are listed by pages, with their projects, tokens and sessions', async () => {
  const ada = await made('Ada %_');
  expect(ada).toMatchObject({ is_admin: false, tokens: 0, sessions: 0, projects: [] });
  await server.call('POST', '/projects', { body: { name: 'Shop', slug: 'shop' } });
  for (const [slug, role] of [
    ['default', 'viewer'],
    ['shop', 'author'],
  ])
    await server.call('POST', `/projects/${slug}/members`, { body: { user_id: ada.id, role } });
  const token = await createToken(ada.id, 'author');
  await signIn({ token });
  expect(await read(ada.id)).toMatchObject({
    name: 'Ada %_',
    last_used_at: expect.any(String),
    tokens: 1,
    sessions: 1,
    project_count: 2,
    projects: [
      { slug: 'shop', name: 'Shop', role: 'author' },
      { slug: 'default', role: 'viewer' },
    ],
  });
  const first = await server.call<User[]>('GET', '/users?limit=1');
  expect(first.body.map(({ name }) => name)).toEqual(['Ada %_']);
  expect(first.headers.get('link')).toMatch(/offset=1.*rel="next"/);
  expect((await listed('?limit=1&offset=1'))[0]).toMatchObject({ name: 'admin', is_admin: true });
  expect((await listed('?q=DA%20%25_')).map(({ id }) => id)).toEqual([ada.id]);
  expect((await listed('?admin=true')).map(({ name }) => name)).toEqual(['admin']);
  await server.call('DELETE', `/users/${ada.id}`);
});

/** Returns all pages, following the Link headers. */
async function pages<T>(first: string): Promise<T[][]> {
  const found: T[][] = [];
  let path: string | undefined = first;
  while (path !== undefined) {
    const { status, body, headers }: Answer<T[]> = await server.call('GET', path);
    expect(status).toBe(200);
    found.push(body);
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}

describe('projects, members and API keys', () => {
  it('projects, members and API keys are listed in pages', async () => {
    const made = async (path: string, body: object): Promise<void> => {
      expect((await server.call('POST', path, { body })).status).toBe(201);
    };
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      await made('/projects', { name });
      await made('/projects/default/members', { name, role: 'viewer' });
      await made('/projects/default/api-keys', { name });
    }
    for (const path of ['/projects', '/projects/default/members', '/projects/default/api-keys']) {
      const all = (await server.call<{ name: string }[]>('GET', path)).body;
      expect(all.slice(0, 4).map(({ name }) => name)).toEqual(['Four', 'Three', 'Two', 'One']);
      expect(await pages(`${path}?limit=2`)).toEqual([
        all.slice(0, 2),
        all.slice(2, 4),
        all.slice(4),
      ]);
      expect((await server.call('GET', `${path}?offset=3&limit=1`)).body).toEqual([all[3]]);
      expect((await server.call('GET', `${path}?limit=201`)).status).toBe(422);
    }
  });
});

it('a user becomes an administrator and loses the role again, but the last one keeps it', async () => {
  const [root] = await listed('?admin=true');
  const last = { body: { is_admin: false } };
  expect(readError(await server.call('PATCH', `/users/${root?.id}`, last))).toBe('409 conflict');
  const second = await made('Second', { is_admin: true });
  const token = await createToken(second.id);
  expect((await server.call('GET', '/users', { token })).status).toBe(200);
  // The requests are concurrent, and one administrator must remain.
  const answers = await Promise.all(
    [root, second].map((user) => server.call('PATCH', `/users/${user?.id}`, { ...last, token })),
  );
  const codes = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect([
    [200, 403],
    [200, 409],
  ]).toContainEqual(codes);
  const admins = await listedBy(token);
  expect(admins).toHaveLength(1);
  if (admins[0]?.id !== root?.id)
    await server.call('PATCH', `/users/${root?.id}`, { token, body: { is_admin: true } });
  const changed = { body: { name: 'Renamed', is_admin: false } };
  const { body } = await server.call<User>('PATCH', `/users/${second.id}`, changed);
  expect(body).toMatchObject({ name: 'Renamed', is_admin: false });
  expect(readError(await server.call('GET', '/users', { token }))).toBe('403 forbidden');
});

/** Returns the administrators, as seen by the one who remains. */
async function listedBy(token: string): Promise<User[]> {
  const answer = await server.call<User[]>('GET', '/users?admin=true', { token });
  return answer.status === 200 ? answer.body : listed('?admin=true');
}

async function me(token: string): Promise<number> {
  return (await server.call('GET', '/auth/me', { token })).status;
}

it('a user is deleted with all access, except a last administrator and the caller', async () => {
  const user = await made('Leaving');
  const token = await createToken(user.id);
  await server.call('POST', '/projects', { body: { name: 'Theirs', slug: 'theirs' } });
  const members = '/projects/theirs/members';
  await server.call('POST', members, { body: { user_id: user.id, role: 'admin' } });
  const [root] = await listed('?admin=true&q=admin');
  await server.call('DELETE', `${members}/${root?.id}`);
  const refused = await server.call<{ detail: string }>('DELETE', `/users/${user.id}`);
  expect(readError(refused)).toBe('409 conflict');
  expect(refused.body.detail).toContain('"theirs"');
  expect(readError(await server.call('DELETE', `/users/${root?.id}`))).toBe('409 conflict');
  const key = await server.call<{ key: string }>('POST', '/projects/theirs/api-keys', {
    token,
    body: { name: 'theirs', scopes: ['tasks:read'] },
  });
  await server.call('POST', members, { body: { name: 'Heir', role: 'admin' } });
  expect((await server.call('DELETE', `/users/${user.id}`)).status).toBe(204);
  expect([await me(token), await me(key.body.key)]).toEqual([401, 401]);
  expect(readError(await server.call('GET', `/users/${user.id}`))).toBe('404 not_found');
  const { body } = await server.call<{ name: string }[]>('GET', members);
  expect(body.map(({ name }) => name)).toEqual(['Heir']);
  const audit = await server.call<{ diff: object[] }[]>('GET', '/audit?action=users.remove');
  expect(JSON.stringify(audit.body[0])).toContain('Leaving');
});

async function age(path: string, days: number): Promise<void> {
  await sql(
    server,
    `UPDATE file_versions SET ended_at = ended_at - ${days * DAY_MS} WHERE path = '${path}'`,
  );
}

it('old versions are deleted with their contents after the retention of the project', async () => {
  const files = new FilesClient(server, server.apiKey);
  for (const path of ['/k/old.txt', '/k/young.txt'])
    for (const content of ['one', 'two', 'three']) await files.put(path, content);
  await files.put('/k/gone.txt', 'x');
  await files.remove('/k/gone.txt');
  for (const path of ['/k/old.txt', '/k/gone.txt']) await age(path, 11);
  const named = `SELECT COUNT(*) FROM file_versions WHERE path IN ('/k/old.txt', '/k/gone.txt')`;
  expect(await loadNumber(server, named)).toBe(3);
  const { body } = await server.call('PATCH', '/projects/default/retention', {
    body: { file_versions_days: 10 },
  });
  expect(body).toMatchObject({
    file_versions_days: 10,
    effective: { file_versions_days: 10, tasks_days: 90 },
  });
  await until('old versions to go', async () => (await loadNumber(server, named)) === 0);
  expect(await files.versions('/k/old.txt')).toHaveLength(1);
  expect(await files.versions('/k/young.txt')).toHaveLength(3);
  expect(await files.deleted('/k')).toEqual([]);
  expect((await readEntry(files.read('/k/old.txt'))).content).toBe('three');
  const { text } = await server.call('GET', '/metrics', { token: null });
  expect(text).toMatch(/^metarun_retention_deleted_total\{what="file versions"\} 3$/m);
});

it('a cookie of another server on the same host is not accepted', async () => {
  const { cookie } = await createBrowsers(() => neighbour).signIn();
  const send = (value: string): Promise<Answer> =>
    server.call('GET', '/auth/me', { token: null, headers: { ...OWN_PAGE, Cookie: value } });
  expect((await send(cookie)).status).toBe(401);
  const renamed = cookie.replace(/^[^=]+/, `metarun_${new URL(server.url).port}`);
  expect((await send(renamed)).status).toBe(401);
  const own = await server.call('POST', '/auth/sessions', {
    token: null,
    body: { token: server.adminToken },
  });
  // A browser sends both cookies, since they are not separated by port.
  expect((await send(`${cookie}; ${readCookie(own)}`)).status).toBe(200);
});

it('a cookie over TLS is bound to its host', async () => {
  const secure = await startServer({ METARUN_PUBLIC_URL: 'https://tasks.example.com' });
  try {
    const answer = await secure.call('POST', '/auth/sessions', {
      token: null,
      body: { token: secure.adminToken },
      headers: { Origin: 'https://tasks.example.com' },
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-metarun=mrs_[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    );
    const headers = { ...OWN_PAGE, Cookie: readCookie(answer) };
    expect((await secure.call('GET', '/auth/me', { token: null, headers })).status).toBe(200);
  } finally {
    await secure.stop();
  }
});

it('wrong codes count as guesses that block a wrong cookie, while a right token still works', async () => {
  const wrong = (): Promise<Answer> =>
    server.call('POST', '/auth/sessions', { token: null, body: { code: 'mrc_wrong' } });
  let answer = await wrong();
  for (let count = 1; count < 400 && answer.status === 401; count += 1) answer = await wrong();
  expect(readError(answer)).toBe('429 rate_limited');
  const right = await server.call('POST', '/auth/sessions', {
    token: null,
    body: { token: server.adminToken },
  });
  expect(right.status).toBe(201);
  const port = new URL(server.url).port;
  const cookie = { Cookie: `metarun_${port}=mrs_wrong` };
  expect(readError(await server.call('GET', '/auth/me', { token: null, headers: cookie }))).toBe(
    '429 rate_limited',
  );
});
