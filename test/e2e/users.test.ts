/** The users of an installation, as its administrators manage them. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { browsersOf } from '../support/browser-sessions.js';
import { codeOf } from '../support/http.js';
import { type HostedServer, startServer } from '../support/server.js';
import type { Wire } from '../support/wire.js';

type User = Wire['UserDto'];

const NOBODY = '00000000-0000-7000-8000-000000000000';
let server: HostedServer;
const { signIn } = browsersOf(() => server);
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function made(name: string, body: object = {}): Promise<User> {
  const answer = await server.call<User>('POST', '/users', { body: { name, ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function tokenOf(id: string, role = 'admin'): Promise<string> {
  const body = { name: 'theirs', role, user_id: id };
  return (await server.call<{ token: string }>('POST', '/auth/tokens', { body })).body.token;
}

async function listed(query = ''): Promise<User[]> {
  return (await server.call<User[]>('GET', `/users${query}`)).body;
}

async function read(id: string): Promise<User> {
  return (await server.call<User>('GET', `/users/${id}`)).body;
}

async function me(token: string): Promise<number> {
  return (await server.call('GET', '/auth/me', { token })).status;
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
  const token = await tokenOf(ada.id, 'author');
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

it('only administrators of the installation manage users, and an unknown user gets 404', async () => {
  const other = await made('Project admin');
  await server.call('POST', '/projects/default/members', {
    body: { user_id: other.id, role: 'admin' },
  });
  const token = await tokenOf(other.id);
  const calls = [
    ['GET', '/users'],
    ['POST', '/users', { name: 'X' }],
    ['GET', `/users/${other.id}`],
    ['PATCH', `/users/${other.id}`, { is_admin: true }],
    ['POST', `/users/${other.id}/end-access`],
    ['DELETE', `/users/${other.id}`],
  ] as const;
  for (const [method, path, body] of calls) {
    const refused = codeOf(await server.call(method, path, { token, ...(body && { body }) }));
    expect({ method, path, refused }).toEqual({ method, path, refused: '403 forbidden' });
  }
  expect((await read(other.id)).is_admin).toBe(false);
  for (const id of [NOBODY, 'nobody'])
    for (const [method, path] of [
      ['GET', `/users/${id}`],
      ['PATCH', `/users/${id}`],
      ['POST', `/users/${id}/end-access`],
      ['DELETE', `/users/${id}`],
    ] as const)
      expect(codeOf(await server.call(method, path, method === 'GET' ? {} : { body: {} }))).toBe(
        '404 not_found',
      );
  for (const body of [{}, { name: ' ' }, { name: 'a\nb' }, { name: 'X', is_admin: 'yes' }])
    expect(codeOf(await server.call('POST', '/users', { body }))).toBe('422 validation_failed');
  expect(codeOf(await server.call('GET', '/users?admin=maybe'))).toBe('422 validation_failed');
});

it('a user becomes an administrator and loses the role again, but the last one keeps it', async () => {
  const [root] = await listed('?admin=true');
  const last = { body: { is_admin: false } };
  expect(codeOf(await server.call('PATCH', `/users/${root?.id}`, last))).toBe('409 conflict');
  const second = await made('Second', { is_admin: true });
  const token = await tokenOf(second.id);
  expect((await server.call('GET', '/users', { token })).status).toBe(200);
  // Both at once: one of them stays.
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
  expect(codeOf(await server.call('GET', '/users', { token }))).toBe('403 forbidden');
});

/** The administrators, as whichever of the two is one still sees them. */
async function listedBy(token: string): Promise<User[]> {
  const answer = await server.call<User[]>('GET', '/users?admin=true', { token });
  return answer.status === 200 ? answer.body : listed('?admin=true');
}

it('the end of access ends the tokens, sessions and, on demand, API keys of a user', async () => {
  const user = await made('Lost laptop', { is_admin: true });
  const token = await tokenOf(user.id);
  const other = await tokenOf(user.id, 'viewer');
  const { cookie } = await signIn({ token });
  const key = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
    token,
    body: { name: 'theirs', scopes: ['tasks:read'] },
  });
  const path = `/users/${user.id}/end-access`;
  // Of oneself, what calls stays.
  expect((await server.call('POST', path, { token })).body).toEqual({
    tokens: 1,
    sessions: 1,
    api_keys: 0,
  });
  expect([await me(token), await me(other), await me(key.body.key)]).toEqual([200, 401, 200]);
  const withCookie = { token: null, headers: { Cookie: cookie } };
  expect((await server.call('GET', '/auth/me', withCookie)).status).toBe(401);
  const all = await server.call('POST', path, { body: { api_keys: true } });
  expect(all.body).toEqual({ tokens: 1, sessions: 0, api_keys: 1 });
  expect([await me(token), await me(key.body.key)]).toEqual([401, 401]);
  expect(await read(user.id)).toMatchObject({ tokens: 0, sessions: 0 });
  const records = await server.call<{ action: string; target: object; diff: object[] }[]>(
    'GET',
    '/audit?action=users.end-access',
  );
  expect(records.body[0]).toMatchObject({ target: { user_id: user.id } });
  expect(JSON.stringify(records.body[0]?.diff)).toContain('api_keys');
});

it('a user is deleted with all access, except a last administrator and the caller', async () => {
  const user = await made('Leaving');
  const token = await tokenOf(user.id);
  await server.call('POST', '/projects', { body: { name: 'Theirs', slug: 'theirs' } });
  const members = '/projects/theirs/members';
  await server.call('POST', members, { body: { user_id: user.id, role: 'admin' } });
  const [root] = await listed('?admin=true&q=admin');
  await server.call('DELETE', `${members}/${root?.id}`);
  const refused = await server.call<{ detail: string }>('DELETE', `/users/${user.id}`);
  expect(codeOf(refused)).toBe('409 conflict');
  expect(refused.body.detail).toContain('"theirs"');
  expect(codeOf(await server.call('DELETE', `/users/${root?.id}`))).toBe('409 conflict');
  const key = await server.call<{ key: string }>('POST', '/projects/theirs/api-keys', {
    token,
    body: { name: 'theirs', scopes: ['tasks:read'] },
  });
  await server.call('POST', members, { body: { name: 'Heir', role: 'admin' } });
  expect((await server.call('DELETE', `/users/${user.id}`)).status).toBe(204);
  expect([await me(token), await me(key.body.key)]).toEqual([401, 401]);
  expect(codeOf(await server.call('GET', `/users/${user.id}`))).toBe('404 not_found');
  const { body } = await server.call<{ name: string }[]>('GET', members);
  expect(body.map(({ name }) => name)).toEqual(['Heir']);
  const audit = await server.call<{ diff: object[] }[]>('GET', '/audit?action=users.remove');
  expect(JSON.stringify(audit.body[0])).toContain('Leaving');
});
