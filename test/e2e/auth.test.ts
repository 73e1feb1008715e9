import { createHash } from 'node:crypto';
import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowsers } from '../support/browser-sessions.js';
import { dump } from '../support/database-dump.js';
import { type TestServer } from '../support/server.js';

const TASKS = '/external/v1/projects/default/tasks';
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function send(path: string, authorization?: string): Promise<Response> {
  return fetch(server.url + path, {
    headers: authorization === undefined ? {} : { authorization },
  });
}

async function newToken(
  body: object,
  token = server.adminToken,
): Promise<{ id: string; token: string }> {
  const answer = await server.call('POST', '/auth/tokens', {
    token,
    body: { name: 'a token', ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body as { id: string; token: string };
}

async function newKey(body: object): Promise<{ id: string; key: string }> {
  const answer = await server.call('POST', '/projects/default/api-keys', {
    token: server.adminToken,
    body: { name: 'a key', ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body as { id: string; key: string };
}

async function newProject(slug: string): Promise<string> {
  const answer = await server.call('POST', '/projects', {
    token: server.adminToken,
    body: { name: slug, slug },
  });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

/** Creates a member of a project with a token that has the member's full rights. */
async function newMember(
  project: string,
  role: string,
): Promise<{ userId: string; token: string }> {
  const member = await server.call('POST', `/projects/${project}/members`, {
    token: server.adminToken,
    body: { name: `a ${role}`, role },
  });
  expect(member.status).toBe(201);
  const userId = (member.body as { user_id: string }).user_id;
  const { token } = await newToken({ user_id: userId, role: 'admin' });
  return { userId, token };
}

/** Returns the status and body of an answer without the request id. */
async function stable(response: Response): Promise<unknown> {
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, ...body, request_id: null };
}

/** Like {@link stable}, with the requested project replaced by a placeholder. */
async function unnamed(project: string, response: Response): Promise<unknown> {
  const text = JSON.stringify(await stable(response));
  return JSON.parse(text.replaceAll(project, 'PROJECT'));
}

describe('credentials', () => {
  it('a request without credentials gets 401 and the required header', async () => {
    const response = await send(TASKS);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="metarun"');
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({
      code: 'unauthenticated',
      detail: expect.stringContaining('Authorization: Bearer <key>'),
    });
  });

  it.each(['Basic YTpi', 'Bearer nonsense', `Bearer mrk_${'a'.repeat(8000)}`])(
    'a malformed Authorization header gets 401: %.40s',
    async (authorization) => {
      const response = await send(TASKS, authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    },
  );

  it('unknown, expired and revoked keys get the same answer', async () => {
    const revoked = await newKey({});
    const path = `/projects/default/api-keys/${revoked.id}`;
    expect((await server.call('DELETE', path, { token: server.adminToken })).status).toBe(204);
    const expired = await newKey({ expires_at: new Date(Date.now() + 400).toISOString() });
    const answers = [
      await stable(await send(TASKS, `Bearer mrk_${'x'.repeat(43)}`)),
      await stable(await send(TASKS, `Bearer ${revoked.key}`)),
      await untilRefused(expired.key),
    ];
    expect(answers[0]).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('a key works for its project by id and by slug, with the scheme in any case', async () => {
    const me = await server.call('GET', '/projects/default', { token: server.adminToken });
    const { id } = me.body as { id: string };
    expect((await send(TASKS, `bearer ${server.apiKey}`)).status).toBe(200);
    expect(
      (await send(`/external/v1/projects/${id}/tasks`, `Bearer ${server.apiKey}`)).status,
    ).toBe(200);
    expect((await send(TASKS, `Bearer ${server.adminToken}`)).status).toBe(200);
  });

  it('an API key on a management path gets 403 and a hint at access tokens', async () => {
    for (const path of ['/projects', '/projects/default', `/projects/${UNKNOWN_ID}`]) {
      const answer = await server.call('GET', path, { token: server.apiKey });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        code: 'forbidden',
        detail: expect.stringContaining('mrt_'),
      });
    }
  });

  it('an API key can read its own name, scopes and project', async () => {
    const { id, key } = await newKey({ name: 'import', scopes: ['tasks:read', 'files:read'] });
    const answer = await server.call('GET', '/auth/me', { token: key });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      kind: 'api_key',
      id: null,
      name: 'import',
      is_admin: false,
      token_id: id,
      role: null,
      session: null,
      projects: [{ slug: 'default', role: null, scopes: ['tasks:read', 'files:read'] }],
    });
  });

  it('a request without the required scope gets 403 with the name of the scope', async () => {
    const { key } = await newKey({ scopes: ['tasks:read'] });
    expect((await server.call('GET', TASKS, { token: key })).status).toBe(200);
    const answer = await server.call('POST', TASKS, { token: key, body: {} });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('"tasks:write"') });
  });

  it('the database stores only the hashes of keys, tokens and sessions', async () => {
    const { cookie } = await createBrowsers(() => server).signIn();
    const session = cookie.split('=').at(-1) ?? '';
    const secrets = [(await newKey({})).key, (await newToken({})).token, session];
    const stored = await dump(server);
    for (const secret of secrets) {
      const hash = createHash('sha256').update(secret).digest('hex');
      // Only the beginning of a secret is stored, for display.
      expect([stored.includes(hash), stored.includes(secret.slice(8))]).toEqual([true, false]);
    }
  });

  it('the last use of a key is recorded', async () => {
    const { id, key } = await newKey({});
    await server.call('GET', TASKS, { token: key });
    const deadline = Date.now() + 5000;
    let used: string | null = null;
    while (used === null && Date.now() < deadline) {
      const keys = await server.call('GET', '/projects/default/api-keys', {
        token: server.adminToken,
      });
      const list = keys.body as { id: string; last_used_at: string | null }[];
      used = list.find((one) => one.id === id)?.last_used_at ?? null;
    }
    expect(Date.now() - Date.parse(used ?? '')).toBeLessThan(60_000);
  });
});

describe('projects of others', () => {
  it('projects of others look byte for byte like unknown ones to keys and to tokens', async () => {
    const other = await newProject('auth-other');
    const { token } = await newMember('default', 'viewer');
    for (const secret of [server.apiKey, token]) {
      const answers = await Promise.all(
        ['auth-other', other, UNKNOWN_ID, 'no-such-slug'].map(async (project) =>
          unnamed(
            project,
            await send(`/external/v1/projects/${project}/tasks`, `Bearer ${secret}`),
          ),
        ),
      );
      expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      for (const project of ['..%00', 'DEFAULT'])
        expect(
          await stable(await send(`/external/v1/projects/${project}/tasks`, `Bearer ${secret}`)),
        ).toMatchObject({ status: 404, code: 'not_found' });
    }
    const management = await Promise.all(
      ['auth-other', UNKNOWN_ID].map(async (project) =>
        unnamed(project, await send(`/projects/${project}/members`, `Bearer ${token}`)),
      ),
    );
    expect(management[0]).toMatchObject({ status: 404 });
    expect(management[1]).toEqual(management[0]);
  });
});

describe('roles', () => {
  it('a viewer reads tasks and changes nothing', async () => {
    const { token } = await newMember('default', 'viewer');
    expect((await server.call('GET', TASKS, { token })).status).toBe(200);
    expect((await server.call('POST', TASKS, { token, body: {} })).status).toBe(403);
    expect((await server.call('GET', '/projects/default/api-keys', { token })).status).toBe(403);
    const answer = await server.call('PATCH', '/projects/default', {
      token,
      body: { name: 'Mine' },
    });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('"admin"') });
  });

  it('an author writes tasks and manages nothing', async () => {
    const { token } = await newMember('default', 'author');
    expect((await server.call('POST', TASKS, { token, body: {} })).status).not.toBe(403);
    const body = { name: 'x', role: 'viewer' };
    expect((await server.call('POST', '/projects/default/members', { token, body })).status).toBe(
      403,
    );
    expect((await server.call('POST', '/projects', { token, body: { name: 'x' } })).status).toBe(
      403,
    );
  });

  it("a token's own role bounds an administrator", async () => {
    const { token } = await newToken({ role: 'viewer' });
    expect((await server.call('GET', '/projects/default', { token })).body).toMatchObject({
      role: 'viewer',
    });
    expect((await server.call('POST', TASKS, { token, body: {} })).status).toBe(403);
    expect((await server.call('POST', '/projects', { token, body: { name: 'x' } })).status).toBe(
      403,
    );
  });

  it('a removed member loses access at once', async () => {
    const { userId, token } = await newMember('default', 'author');
    expect((await server.call('GET', TASKS, { token })).status).toBe(200);
    const path = `/projects/default/members/${userId}`;
    expect((await server.call('DELETE', path, { token: server.adminToken })).status).toBe(204);
    expect((await server.call('GET', TASKS, { token })).status).toBe(404);
    expect((await server.call('GET', '/projects', { token })).body).toEqual([]);
  });
});

describe('access tokens', () => {
  it('an access token is shown once, listed without its secret, and refused once revoked', async () => {
    const made = await newToken({ name: 'laptop', expires_in_seconds: 3600 });
    expect(made).toMatchObject({ name: 'laptop', role: 'admin', hint: made.token.slice(0, 8) });
    expect(made.token).toMatch(/^mrt_[A-Za-z0-9_-]{43}$/);
    const me = await server.call('GET', '/auth/me', { token: made.token });
    expect(me.body).toMatchObject({
      name: 'admin',
      is_admin: true,
      token_id: made.id,
      role: 'admin',
    });
    const list = await server.call('GET', '/auth/tokens', { token: server.adminToken });
    expect(JSON.stringify(list.body)).toContain(made.id);
    expect(JSON.stringify(list.body)).not.toContain(made.token);
    const path = `/auth/tokens/${made.id}`;
    expect((await server.call('DELETE', path, { token: made.token })).status).toBe(204);
    expect((await server.call('GET', '/auth/me', { token: made.token })).status).toBe(401);
    expect((await server.call('DELETE', path, { token: server.adminToken })).status).toBe(404);
  });

  it('an access token cannot create one with a higher role or a longer life', async () => {
    const { token } = await newToken({ role: 'author', expires_in_seconds: 600 });
    const attempt = async (body: object) =>
      (await server.call('POST', '/auth/tokens', { token, body: { name: 'x', ...body } })).status;
    expect(await attempt({ role: 'admin' })).toBe(403);
    expect(await attempt({ expires_in_seconds: 6000 })).toBe(403);
    const child = await server.call('POST', '/auth/tokens', { token, body: { name: 'x' } });
    expect(child.body).toMatchObject({ role: 'author' });
    const { expires_at } = child.body as { expires_at: string };
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 600_000);
  });

  it('access tokens are accessible only to their user and to administrators of the installation', async () => {
    const one = await newMember('default', 'admin');
    const two = await newMember('default', 'admin');
    const own = await newToken({}, two.token);
    const as = { token: one.token };
    expect((await server.call('DELETE', `/auth/tokens/${own.id}`, as)).status).toBe(404);
    expect((await server.call('GET', `/auth/tokens?user_id=${two.userId}`, as)).status).toBe(403);
    const body = { name: 'x', user_id: two.userId };
    expect((await server.call('POST', '/auth/tokens', { ...as, body })).status).toBe(403);
    const admin = { token: server.adminToken };
    expect(
      (await server.call('GET', `/auth/tokens?user_id=${two.userId}`, admin)).body,
    ).toHaveLength(2);
    expect((await server.call('DELETE', `/auth/tokens/${own.id}`, admin)).status).toBe(204);
  });

  it.each([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: '  ' }, '/name'],
    [{ name: 'a\nb' }, '/name'],
    [{ name: 'a'.repeat(201) }, '/name'],
    [{ name: 7 }, '/name'],
    [{ name: 'x', role: 'boss' }, '/role'],
    [{ name: 'x', rolle: 'admin' }, '/rolle'],
    [{ name: 'x', expires_in_seconds: 0 }, '/expires_in_seconds'],
    [{ name: 'x', expires_in_seconds: '60' }, '/expires_in_seconds'],
    [{ name: 'x', expires_at: '2001-01-01T00:00:00Z' }, '/expires_at'],
    [{ name: 'x', expires_at: '2099-01-01' }, '/expires_at'],
    [{ name: 'x', expires_at: '2099-02-30T00:00:00Z' }, '/expires_at'],
    [{ name: 'x', expires_at: '2099-01-01T00:00:00Z', expires_in_seconds: 5 }, '/expires_at'],
    [{ name: 'x', user_id: UNKNOWN_ID }, '/user_id'],
    [{ name: 'x', user_id: 'me' }, '/user_id'],
  ])(
    'an invalid access token request gets 422 with the name of the field: %j',
    async (body, pointer) => {
      const answer = await server.call('POST', '/auth/tokens', { token: server.adminToken, body });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: 'validation_failed',
        errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
      });
    },
  );
});

/** Repeats a request until the key has expired. */
async function untilRefused(key: string): Promise<unknown> {
  for (;;) {
    const response = await send(TASKS, `Bearer ${key}`);
    if (response.status !== 200) return stable(response);
    await response.text();
  }
}
