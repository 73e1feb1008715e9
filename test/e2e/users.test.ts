import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createBrowsers } from '../support/browser-sessions.js';
import { readError } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import type { Wire } from '../support/wire.js';

type User = Wire['UserDto'];

const NOBODY = '00000000-0000-7000-8000-000000000000';
let server: TestServer;
const { signIn } = createBrowsers(() => server);
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

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

async function me(token: string): Promise<number> {
  return (await server.call('GET', '/auth/me', { token })).status;
}

it('only administrators of the installation manage users, and an unknown user gets 404', async () => {
  const other = await made('Project admin');
  await server.call('POST', '/projects/default/members', {
    body: { user_id: other.id, role: 'admin' },
  });
  const token = await createToken(other.id);
  const calls = [
    ['GET', '/installation'],
    ['GET', '/users'],
    ['POST', '/users', { name: 'X' }],
    ['GET', `/users/${other.id}`],
    ['PATCH', `/users/${other.id}`, { is_admin: true }],
    ['POST', `/users/${other.id}/end-access`],
    ['DELETE', `/users/${other.id}`],
  ] as const;
  for (const [method, path, body] of calls) {
    const refused = readError(await server.call(method, path, { token, ...(body && { body }) }));
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
      expect(readError(await server.call(method, path, method === 'GET' ? {} : { body: {} }))).toBe(
        '404 not_found',
      );
  for (const body of [{}, { name: ' ' }, { name: 'a\nb' }, { name: 'X', is_admin: 'yes' }])
    expect(readError(await server.call('POST', '/users', { body }))).toBe('422 validation_failed');
  expect(readError(await server.call('GET', '/users?admin=maybe'))).toBe('422 validation_failed');
});

it('the end of access ends the tokens, sessions and, on demand, API keys of a user', async () => {
  const user = await made('Lost laptop', { is_admin: true });
  const token = await createToken(user.id);
  const other = await createToken(user.id, 'viewer');
  const { cookie } = await signIn({ token });
  const key = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
    token,
    body: { name: 'theirs', scopes: ['tasks:read'] },
  });
  const path = `/users/${user.id}/end-access`;
  // The token that makes the request remains valid.
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
