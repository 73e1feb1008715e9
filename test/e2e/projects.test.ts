import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** Sends a request as the administrator of the installation. */
function call(method: string, path: string, body?: object): Promise<Answer> {
  return server.call(method, path, { token: server.adminToken, ...(body && { body }) });
}

async function made<T>(path: string, body: object): Promise<T> {
  const answer = await call('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body as T;
}

function expectInvalid(answer: Answer, pointer: string): void {
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
  });
}

describe('projects', () => {
  it('the first start creates the project "default"', async () => {
    const answer = await call('GET', '/projects/default');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ slug: 'default', role: 'admin' });
  });

  it('a new project gets a slug from its name, is read by id and slug, and is renamed', async () => {
    const project = await made<{ id: string }>('/projects', { name: 'Übersicht & Pläne' });
    expect(project).toMatchObject({ slug: 'ubersicht-plane', role: 'admin' });
    expect((await call('GET', `/projects/${project.id.toUpperCase()}`)).body).toEqual(project);
    const renamed = await call('PATCH', '/projects/ubersicht-plane', { name: 'Plans' });
    expect(renamed.body).toEqual({ ...project, name: 'Plans' });
    expect((await call('GET', '/projects')).body).toContainEqual(renamed.body);
  });

  it('a name that no slug can hold gets a slug all the same', async () => {
    expect(await made('/projects', { name: '計画' })).toMatchObject({
      slug: expect.stringMatching(/^project-[0-9a-f]{8}$/),
    });
  });

  it('a slug that is taken gets 409, and only one of many simultaneous requests succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/projects', { name: 'Twice' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
    expect((await call('POST', '/projects', { name: 'Twice' })).body).toMatchObject({
      code: 'duplicate',
    });
  });

  it.each(['', '../x'])('the slug %j is refused with 422', async (slug) =>
    expectInvalid(await call('POST', '/projects', { name: 'x', slug }), '/slug'),
  );

  it.each([{}, { name: '' }, { name: null }, { name: ['x'] }, { name: 'x'.repeat(201) }])(
    'the change %j of a project is refused with 422',
    async (body) => expectInvalid(await call('PATCH', '/projects/default', body), '/name'),
  );

  it('a member sees only their own projects', async () => {
    await made('/projects', { name: 'Seen' });
    const { user_id } = await made<{ user_id: string }>('/projects/seen/members', {
      name: 'Ada',
      role: 'author',
    });
    const { token } = await made<{ token: string }>('/auth/tokens', { name: 'x', user_id });
    const list = await server.call('GET', '/projects', { token });
    expect(list.body).toEqual([expect.objectContaining({ slug: 'seen', role: 'author' })]);
    expect((await server.call('GET', '/auth/me', { token })).body).toMatchObject({
      name: 'Ada',
      is_admin: false,
      projects: [{ slug: 'seen', role: 'author' }],
    });
  });
});

describe('members', () => {
  it('members are added, changed, listed and removed', async () => {
    await made('/projects', { name: 'Team' });
    const member = await made<{ user_id: string }>('/projects/team/members', {
      name: 'Grace',
      role: 'viewer',
    });
    const path = `/projects/team/members/${member.user_id}`;
    expect((await call('PATCH', path, { role: 'author' })).body).toEqual({
      ...member,
      role: 'author',
    });
    expect((await call('GET', '/projects/team/members')).body).toHaveLength(2);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(404);
    await made('/projects/team/members', { user_id: member.user_id, role: 'viewer' });
  });

  it('an API key that a removed member made is refused, while other keys still work', async () => {
    await made('/projects', { name: 'Keys' });
    const { user_id } = await made<{ user_id: string }>('/projects/keys/members', {
      name: 'Kim',
      role: 'admin',
    });
    const { token } = await made<{ token: string }>('/auth/tokens', { name: 'kim', user_id });
    const own = await made<{ key: string }>('/projects/keys/api-keys', { name: 'ours' });
    const answer = await server.call<{ key: string }>('POST', '/projects/keys/api-keys', {
      token,
      body: { name: 'kims' },
    });
    const read = (key: string): Promise<Answer> =>
      server.call('GET', '/external/v1/projects/keys/tasks', { token: key });
    expect((await read(answer.body.key)).status).toBe(200);
    expect((await call('DELETE', `/projects/keys/members/${user_id}`)).status).toBe(204);
    expect((await read(answer.body.key)).status).toBe(401);
    expect((await read(own.key)).status).toBe(200);
  });

  it('an archived project is in no list, and neither a token nor its own keys reach it', async () => {
    const { id } = await made<{ id: string }>('/projects', { name: 'Old' });
    const { key } = await made<{ key: string }>('/projects/old/api-keys', { name: 'ours' });
    await sql(server, `UPDATE projects SET archived_at = 1 WHERE id = '${id}'`);
    const tasks = '/external/v1/projects/old/tasks';
    for (const token of [key, server.adminToken])
      expect((await server.call('GET', tasks, { token })).status).toBe(404);
    expect((await call('GET', `/projects/${id}`)).status).toBe(404);
    expect((await call('GET', '/projects')).text).not.toContain(id);
  });

  it('a second membership of one user is answered with 409', async () => {
    const { user_id } = await made<{ user_id: string }>('/projects/default/members', {
      name: 'Lin',
      role: 'viewer',
    });
    const again = await call('POST', '/projects/default/members', { user_id, role: 'admin' });
    expect(again.status).toBe(409);
    const list = (await call('GET', '/projects/default/members')).body;
    expect(list).toContainEqual(expect.objectContaining({ user_id, role: 'viewer' }));
  });

  it('the last administrator stays, even when two remove each other at once', async () => {
    await made('/projects', { name: 'Kept' });
    const [admin] = (await call('GET', '/projects/kept/members')).body as { user_id: string }[];
    const first = `/projects/kept/members/${admin?.user_id}`;
    expect((await call('DELETE', first)).status).toBe(409);
    expect((await call('PATCH', first, { role: 'viewer' })).status).toBe(409);
    const { user_id } = await made<{ user_id: string }>('/projects/kept/members', {
      name: 'Second',
      role: 'admin',
    });
    const answers = await Promise.all([
      call('DELETE', first),
      call('PATCH', `/projects/kept/members/${user_id}`, { role: 'author' }),
    ]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  });

  it.each([
    [{ role: 'viewer' }, '/user_id'],
    [{ role: 'viewer', name: 'x', user_id: UNKNOWN_ID }, '/user_id'],
    [{ role: 'viewer', user_id: UNKNOWN_ID }, '/user_id'],
    [{ role: 'viewer', user_id: null }, '/user_id'],
    [{ role: 'viewer', name: null }, '/name'],
    [{ role: 'viewer', name: ' ' }, '/name'],
    [{ role: 'owner', name: 'x' }, '/role'],
    [{ name: 'x' }, '/role'],
    [{ name: 'x', role: 'viewer', is_admin: true }, '/is_admin'],
  ])('invalid input for a member is refused with the field: %j', async (body, pointer) => {
    expectInvalid(await call('POST', '/projects/default/members', body), pointer);
  });

  it.each([UNKNOWN_ID, 'x', '%00'])('the unknown member %s is answered with 404', async (id) => {
    const path = `/projects/default/members/${id}`;
    expect((await call('PATCH', path, { role: 'viewer' })).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  });
});

describe('API keys', () => {
  it('API keys are shown once, listed without their secret, and have all scopes by default', async () => {
    const made1 = await made<{ id: string; key: string }>('/projects/default/api-keys', {
      name: 'import',
    });
    expect(made1.key).toMatch(/^mrk_[A-Za-z0-9_-]{43}$/);
    expect(made1).toMatchObject({
      hint: made1.key.slice(0, 8),
      expires_at: null,
      last_used_at: null,
      scopes: [
        'tasks:read',
        'tasks:write',
        'files:read',
        'files:write',
        'approvals:write',
        'events:read',
        'memories:read',
        'memories:write',
      ],
    });
    const list = JSON.stringify((await call('GET', '/projects/default/api-keys')).body);
    expect(list).toContain(made1.id);
    expect(list).not.toContain(made1.key);
  });

  it('the API key of another project can be neither seen nor revoked', async () => {
    const { id } = await made<{ id: string }>('/projects/default/api-keys', { name: 'mine' });
    await made('/projects', { name: 'Foreign' });
    expect((await call('GET', '/projects/foreign/api-keys')).body).toEqual([]);
    const foreign = await call('DELETE', `/projects/foreign/api-keys/${id}`);
    const unknown = await call('DELETE', `/projects/foreign/api-keys/${UNKNOWN_ID}`);
    expect(foreign.status).toBe(404);
    expect({
      ...(JSON.parse(foreign.text.replaceAll(id, UNKNOWN_ID)) as object),
      request_id: '',
    }).toEqual({ ...(unknown.body as object), request_id: '' });
    expect((await call('DELETE', `/projects/default/api-keys/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/projects/default/api-keys/${id}`)).status).toBe(404);
    expect((await call('DELETE', '/projects/default/api-keys/%00')).status).toBe(404);
  });

  it.each([
    [{ name: 'x', scopes: [] }, '/scopes'],
    [{ name: 'x', scopes: null }, '/scopes'],
    [{ name: 'x', scopes: 'tasks:read' }, '/scopes'],
    [{ name: 'x', scopes: ['tasks:all'] }, '/scopes'],
    [{ name: 'x', scopes: ['tasks:read', 'tasks:read'] }, '/scopes'],
    [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ name: '' }, '/name'],
    [{ name: 'x', key: 'mrk_mine' }, '/key'],
  ])('invalid input for an API key is refused with the field: %j', async (body, pointer) => {
    expectInvalid(await call('POST', '/projects/default/api-keys', body), pointer);
  });
});
