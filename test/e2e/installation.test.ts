import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { codeOf } from '../support/http.js';
import { FAILS_WHEN_ASKED } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';

declare const DATABASE: 'sqlite' | 'postgres';

interface Installation {
  version: string;
  started_at: string;
  database: { kind: string; bytes: number };
  workers: { self: boolean; running: number }[];
  projects: { slug: string; pending: number; running: number; waiting: number }[];
  rates: { m1: number; m5: number; m15: number };
  warnings: string[];
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('says how the installation is, with the tasks of each project', async () => {
  const metaTask = await createMetaTask(server, 'typescript', FAILS_WHEN_ASKED);
  await taskWhen(server, await createTask(server, metaTask));
  const run_at = new Date(Date.now() + 86_400_000).toISOString();
  await server.call('POST', TASKS, { body: { task_type_identifier: metaTask, run_at } });
  await server.call('POST', '/projects', { body: { name: 'Empty', slug: 'empty' } });
  const { status, body } = await server.call<Installation>('GET', '/installation');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+/),
    node: process.version,
    host: expect.any(String),
    paused: null,
    database: { kind: DATABASE, bytes: expect.any(Number) },
    disk: { free_bytes: expect.any(Number), total_bytes: expect.any(Number) },
    sandbox: { level: expect.any(Number), contains: expect.any(String) },
    slots: { used: 0, of: expect.any(Number) },
    workers: [{ self: true, running: 0, last_seen_at: null }],
    warnings: expect.any(Array),
  });
  expect(body.projects).toEqual([
    { slug: 'default', name: 'Default', pending: 1, running: 0, waiting: 0 },
    { slug: 'empty', name: 'Empty', pending: 0, running: 0, waiting: 0 },
  ]);
  expect(body.database.bytes).toBeGreaterThan(10_000);
  expect(Date.parse(body.started_at)).toBeLessThanOrEqual(Date.now());
  expect(body.rates.m15).toBeCloseTo(1 / 15);
});

it('is read by administrators of the installation alone', async () => {
  for (const role of ['viewer', 'admin']) {
    const { body: user } = await server.call<{ user_id: string }>(
      'POST',
      '/projects/default/members',
      { body: { name: role, role } },
    );
    const { body } = await server.call<{ token: string }>('POST', '/auth/tokens', {
      body: { name: role, role, user_id: user.user_id },
    });
    const answer = await server.call('GET', '/installation', { token: body.token });
    expect({ role, code: codeOf(answer) }).toEqual({ role, code: '403 forbidden' });
  }
  expect((await server.call('GET', '/installation', { token: server.apiKey })).status).toBe(403);
  expect((await server.call('GET', '/installation', { token: null })).status).toBe(401);
});
