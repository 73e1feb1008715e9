/** Tests the session cookie of a browser: its rights and its limits. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowsers, OWN_PAGE } from '../support/browser-sessions.js';
import { readError } from '../support/http.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { sql } from '../support/sql.js';

const HOUR = 3_600_000;
const CHANGES = [
  ['POST', '/auth/login-codes'],
  ['PUT', '/external/v1/projects/default/files/content'],
  ['PATCH', '/projects/default/retention'],
  ['DELETE', '/auth/sessions'],
];

let server: TestServer;
const { signIn, byCookie, newToken } = createBrowsers(() => server);
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe('signing in', () => {
  it('a sign-in by token sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { answer, session } = await signIn(undefined, { 'User-Agent': 'Netscape 4' });
    const { port } = new URL(server.url);
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(
        `^metarun_${port}=mrs_[A-Za-z0-9_-]{43}; Path=/; Max-Age=25[0-9]{5}; HttpOnly; SameSite=Strict$`,
      ),
    );
    expect(session).toMatchObject({ user_agent: 'Netscape 4', current: true });
    expect(answer.text).not.toContain('mrs_');
    const days = (Date.parse(session.expires_at) - Date.now()) / (24 * HOUR);
    expect(Math.round(days)).toBe(30);
  });

  it('a login code works only once', async () => {
    const made = await server.call<{ code: string }>('POST', '/auth/login-codes');
    expect(made.status).toBe(201);
    const { code } = made.body;
    const { cookie } = await signIn({ code });
    expect((await byCookie(cookie, 'GET', '/auth/me')).status).toBe(200);
    const again = await server.call('POST', '/auth/sessions', { token: null, body: { code } });
    expect(readError(again)).toBe('401 unauthenticated');
  });

  it('a login code works for ten minutes, and only while its token is valid', async () => {
    const { id, token } = await newToken();
    const orphan = await server.call<{ code: string }>('POST', '/auth/login-codes', { token });
    await server.call('DELETE', `/auth/tokens/${id}`);
    const refused = async ({ code }: { code: string }): Promise<void> => {
      const answer = await server.call('POST', '/auth/sessions', { token: null, body: { code } });
      expect(readError(answer)).toBe('401 unauthenticated');
    };
    await refused(orphan.body);
    // This code is created last, since each new code deletes the expired ones.
    const late = await server.call<{ code: string }>('POST', '/auth/login-codes');
    await sql(server, `UPDATE login_codes SET expires_at = expires_at - ${10 * 60_000}`);
    await refused(late.body);
  });

  it.each([
    [{}, '422 validation_failed'],
    [{ token: 'x', code: 'y' }, '422 validation_failed'],
    [{ token: null }, '422 validation_failed'],
    [{ token: 7 }, '422 validation_failed'],
    [{ token: '' }, '401 unauthenticated'],
    [{ token: `mrt_${'x'.repeat(43)}` }, '401 unauthenticated'],
    [{ token: 'x'.repeat(501) }, '422 validation_failed'],
    [{ token: null, code: `mrc_${'x'.repeat(43)}` }, '401 unauthenticated'],
    [{ code: "' OR 1=1 --" }, '401 unauthenticated'],
  ])('a sign-in with %j is refused', async (body, expected) => {
    const answer = await server.call('POST', '/auth/sessions', { token: null, body });
    expect(readError(answer)).toBe(expected);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('a sign-in with an API key is refused, and the error names what is needed', async () => {
    const answer = await server.call('POST', '/auth/sessions', {
      token: null,
      body: { token: server.apiKey },
    });
    expect(readError(answer)).toBe('422 validation_failed');
    expect(answer.text).toContain('mrt_');
    expect(answer.text).not.toContain(server.apiKey);
  });

  it('a sign-in from a page of another site or port is refused', async () => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'http://127.0.0.1:1' },
      { Origin: 'null' },
    ]) {
      const body = { token: server.adminToken };
      const answer = await server.call('POST', '/auth/sessions', { token: null, body, headers });
      expect(readError(answer)).toBe('403 forbidden');
    }
  });

  it('a sign-in ignores a planted cookie and ends the previous session of the browser', async () => {
    const { port } = new URL(server.url);
    const planted = `metarun_${port}=mrs_${'f'.repeat(43)}`;
    const first = await signIn(undefined, { Cookie: planted });
    expect(first.cookie).not.toBe(planted);
    expect((await byCookie(planted, 'GET', '/auth/me')).status).toBe(401);
    const second = await signIn(undefined, { Cookie: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    expect((await byCookie(first.cookie, 'GET', '/auth/me')).status).toBe(401);
    expect((await byCookie(second.cookie, 'GET', '/auth/me')).status).toBe(200);
  });

  it('a token keeps a hundred sessions, and the one unused for longest ends first', async () => {
    const { token } = await newToken();
    const first = await signIn({ token });
    await sql(
      server,
      `UPDATE sessions SET last_used_at = last_used_at - 1000 WHERE id = '${first.session.id}'`,
    );
    for (let count = 0; count < 99; count += 1) await signIn({ token });
    expect((await byCookie(first.cookie, 'GET', '/auth/me')).status).toBe(200);
    await sql(
      server,
      `UPDATE sessions SET last_used_at = last_used_at - 600000 WHERE id = '${first.session.id}'`,
    );
    const last = await signIn({ token });
    expect((await byCookie(first.cookie, 'GET', '/auth/me')).status).toBe(401);
    expect((await byCookie(last.cookie, 'GET', '/auth/me')).status).toBe(200);
  });
});

describe('a request with the cookie', () => {
  it('a change by cookie must come from a page of this server', async () => {
    const { cookie } = await signIn();
    const { host } = new URL(server.url);
    const allowed = [OWN_PAGE, { Origin: `http://${host}` }];
    const refused = [
      {},
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'same-site', Origin: `http://${host}` },
      { Origin: 'http://127.0.0.1:1' },
      { Origin: 'https://example.com' },
      { Origin: 'null' },
    ];
    for (const headers of allowed)
      expect((await byCookie(cookie, 'POST', '/auth/login-codes', { headers })).status).toBe(201);
    for (const headers of refused)
      for (const [method = '', path = ''] of CHANGES)
        expect(readError(await byCookie(cookie, method, path, { headers }))).toBe('403 forbidden');
    expect((await byCookie(cookie, 'GET', '/auth/me', { headers: {} })).status).toBe(200);
  });

  it('an Authorization header takes precedence over the cookie', async () => {
    const { cookie } = await signIn();
    for (const authorization of ['Bearer mrt_wrong', 'Basic YTpi', '']) {
      const headers = { ...OWN_PAGE, Authorization: authorization };
      expect((await byCookie(cookie, 'GET', '/auth/me', { headers })).status).toBe(401);
    }
    const headers = { Authorization: `Bearer ${server.apiKey}` };
    const me = await byCookie(cookie, 'GET', '/auth/me', { headers });
    expect(me.body).toMatchObject({ kind: 'api_key', session: null });
  });

  it('a cookie reaches only the projects of its user, with the lesser role', async () => {
    const slug = `mine-${Date.now()}`;
    await server.call('POST', '/projects', { body: { name: 'Mine', slug } });
    const member = await server.call<{ user_id: string }>('POST', `/projects/${slug}/members`, {
      body: { name: 'Ada', role: 'viewer' },
    });
    const { token } = await newToken({ user_id: member.body.user_id, role: 'admin' });
    const { cookie } = await signIn({ token });
    const tasks = (project: string): string => `/external/v1/projects/${project}/tasks`;
    expect((await byCookie(cookie, 'GET', tasks(slug))).status).toBe(200);
    expect(readError(await byCookie(cookie, 'GET', tasks('default')))).toBe('404 not_found');
    const body = { task_type_identifier: 'none' };
    expect(readError(await byCookie(cookie, 'POST', tasks(slug), { body }))).toBe('403 forbidden');
    const path = `/projects/${slug}/members/${member.body.user_id}`;
    expect((await server.call('DELETE', path)).status).toBe(204);
    expect(readError(await byCookie(cookie, 'GET', tasks(slug)))).toBe('404 not_found');
  });

  it('a cookie loads no stored file as a part of a page', async () => {
    const { cookie } = await signIn();
    const files = '/external/v1/projects/default/files';
    const put = { path: '/x.js', content: 'alert(1)' };
    const stored = await server.call('PUT', `${files}/content?path=/x.js`, { body: put });
    expect(stored.status).toBeLessThan(300);
    const raw = (use: string): Promise<Answer> =>
      byCookie(cookie, 'GET', `${files}/raw?path=/x.js`, {
        headers: { ...OWN_PAGE, 'Sec-Fetch-Dest': use },
      });
    for (const use of [
      'script',
      'style',
      'worker',
      'sharedworker',
      'manifest',
      'serviceworker',
      'iframe',
      'frame',
      'embed',
      'object',
    ])
      expect(readError(await raw(use))).toBe('403 forbidden');
    for (const use of ['empty', 'image', 'document']) {
      const answer = await raw(use);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    }
  });
});
