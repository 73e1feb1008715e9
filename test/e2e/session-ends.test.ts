import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowsers, type Session } from '../support/browser-sessions.js';
import { readError } from '../support/http.js';
import { type TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { until } from '../support/until.js';

const HOUR = 3_600_000;

let server: TestServer;
const { signIn, byCookie, newToken } = createBrowsers(() => server);
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe('a session ends', () => {
  it('a sign-out makes the cookie worthless and clears the data of the browser', async () => {
    const { cookie } = await signIn();
    const out = await byCookie(cookie, 'DELETE', '/auth/sessions/current');
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toMatch(/^metarun_\d+=; Path=\/; Max-Age=0;/);
    expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
    const replayed = await byCookie(cookie, 'GET', '/auth/me');
    expect(readError(replayed)).toBe('401 unauthenticated');
  });

  it('a session ends at once with its token, and no later than its token expires', async () => {
    const { id, token } = await newToken();
    const { cookie } = await signIn({ token });
    expect((await byCookie(cookie, 'GET', '/auth/me')).status).toBe(200);
    await server.call('DELETE', `/auth/tokens/${id}`);
    expect((await byCookie(cookie, 'GET', '/auth/me')).status).toBe(401);
    const ends = new Date(Date.now() + HOUR).toISOString();
    const short = await newToken({ expires_at: ends });
    expect((await signIn({ token: short.token })).session.expires_at).toBe(ends);
  });

  it('a session ends twelve hours after its last request, and when it expires', async () => {
    const idle = await signIn();
    const old = await signIn();
    const { id } = idle.session;
    await sql(
      server,
      `UPDATE sessions SET last_used_at = last_used_at - ${11.9 * HOUR} WHERE id = '${id}'`,
    );
    expect((await byCookie(idle.cookie, 'GET', '/auth/me')).status).toBe(200);
    // This request counts as use.
    await until('the use is recorded', async () => {
      const [row] = await sql<{ last_used_at: number }>(
        server,
        `SELECT last_used_at FROM sessions WHERE id = '${id}'`,
      );
      return Number(row?.last_used_at) > Date.now() - HOUR;
    });
    await sql(
      server,
      `UPDATE sessions SET last_used_at = last_used_at - ${12 * HOUR} WHERE id = '${id}'`,
    );
    expect((await byCookie(idle.cookie, 'GET', '/auth/me')).status).toBe(401);
    await sql(
      server,
      `UPDATE sessions SET expires_at = ${Date.now()} WHERE id = '${old.session.id}'`,
    );
    expect((await byCookie(old.cookie, 'GET', '/auth/me')).status).toBe(401);
  });

  it('a session ends together with its open streams', async () => {
    const { cookie } = await signIn();
    const stream = await fetch(`${server.url}/external/v1/projects/default/events`, {
      headers: { Cookie: cookie },
    });
    expect(stream.status).toBe(200);
    const text = stream.text();
    expect((await byCookie(cookie, 'DELETE', '/auth/sessions/current')).status).toBe(204);
    expect(await text).toContain('event: closed');
  });

  it('a session is ended by its id from another browser of the same user only', async () => {
    const { token } = await newToken({ role: 'viewer' });
    const one = await signIn({ token });
    const other = await signIn({ token });
    const member = await server.call<{ user_id: string }>('POST', '/projects/default/members', {
      body: { name: 'Grace', role: 'viewer' },
    });
    const strange = await newToken({ user_id: member.body.user_id, role: 'viewer' });
    const path = `/auth/sessions/${one.session.id}`;
    const refused = await server.call('DELETE', path, { token: strange.token });
    expect(readError(refused)).toBe('404 not_found');
    expect((await server.call('GET', '/auth/sessions', { token: strange.token })).body).toEqual([]);
    const ended = await byCookie(other.cookie, 'DELETE', path);
    expect(ended.status).toBe(204);
    expect(ended.headers.get('set-cookie')).toBeNull();
    expect((await byCookie(one.cookie, 'GET', '/auth/me')).status).toBe(401);
    expect((await byCookie(other.cookie, 'GET', '/auth/me')).status).toBe(200);
  });

  it('a user can end all of their sessions at once', async () => {
    const one = await signIn();
    const other = await signIn();
    const listed = await byCookie(one.cookie, 'GET', '/auth/sessions');
    const current = (listed.body as Session[]).filter((session) => session.current);
    expect(current.map(({ id }) => id)).toEqual([one.session.id]);
    const out = await byCookie(one.cookie, 'DELETE', '/auth/sessions');
    expect(out.status).toBe(204);
    expect(out.headers.get('clear-site-data')).not.toBeNull();
    for (const { cookie } of [one, other])
      expect((await byCookie(cookie, 'GET', '/auth/me')).status).toBe(401);
    expect((await server.call('GET', '/auth/sessions')).body).toEqual([]);
  });

  it('a token has no current session to end, and an unknown session gets 404', async () => {
    for (const id of ['current', 'x', '01890000-0000-7000-8000-000000000000'])
      expect(readError(await server.call('DELETE', `/auth/sessions/${id}`))).toBe('404 not_found');
  });
});
