import { expect } from '@jest/globals';
import type { Session } from './browser-sessions.js';
import type { TestServer } from './server.js';

/** Uses each operation of `metarun sessions`. `done` runs a command and returns what it prints. */
export async function driveSessions(
  server: TestServer,
  done: (...args: string[]) => Promise<string>,
): Promise<void> {
  const listed = async (): Promise<Session[]> =>
    (JSON.parse(await done('sessions', 'list', '--json')) as { sessions: Session[] }).sessions;
  const { url } = JSON.parse(await done('open', '--json')) as { url: string };
  expect(url).toMatch(/^http:.*\/ui\/login#code=mrc_[\w-]{43}$/);
  expect(await done('open', '--print')).toContain('/ui/login#code=mrc_');
  await done('sessions', 'end', '--yes');
  expect(await listed()).toEqual([]);
  const first = await signIn(server, 'Netscape 4');
  const second = await signIn(server, 'Netscape 4');
  expect(await done('sessions', 'list')).toMatch(/Netscape 4/);
  await done('sessions', 'end', first.id, '--yes');
  expect((await listed()).map(({ id }) => id)).toEqual([second.id]);
  await done('sessions', 'end', '--yes');
  expect(await listed()).toEqual([]);
}

async function signIn({ url, adminToken }: TestServer, browser: string): Promise<Session> {
  const answer = await fetch(`${url}/auth/sessions`, {
    method: 'POST',
    headers: { 'User-Agent': browser, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: adminToken }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Session;
}
