import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { FAILS_WHEN_ASKED } from '../support/scripts.js';
import { type HostedServer, startServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

declare const DATABASE: 'sqlite' | 'postgres';

type Installation = Wire['InstallationDto'];

let server: HostedServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('the installation reports its state and the tasks of each project', async () => {
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
    workers: [
      {
        self: true,
        alive: true,
        host: expect.any(String),
        slots: expect.any(Number),
        running: 0,
        last_seen_at: expect.any(String),
      },
    ],
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

it('a warning of the installation states since when it has been paused', async () => {
  const pause = `INSERT INTO installation (name, value) VALUES ('paused', 'operator 2026-01-02T03:04:05.000Z')`;
  await sql(server, pause);
  await server.reopen();
  const { body } = await server.call<Installation>('GET', '/installation');
  expect(body.warnings[0]).toEqual({
    at: '2026-01-02T03:04:05.000Z',
    text: expect.stringContaining('paused'),
  });
  const again = await server.call<Installation>('GET', '/installation');
  expect(again.body.warnings).toEqual(body.warnings);
  await sql(server, `DELETE FROM installation WHERE name = 'paused'`);
});

if (DATABASE === 'postgres')
  it('the installation lists the servers that share a database, and one that vanished', async () => {
    const other = await startServer({ ...server.env, METARUN_CONCURRENCY: '3' });
    const { workers } = await until('the other server', async () => {
      const { body } = await server.call<Installation>('GET', '/installation');
      return body.workers.length === 2 && body;
    });
    expect(workers).toEqual([
      expect.objectContaining({ self: true, alive: true }),
      expect.objectContaining({ self: false, alive: true, slots: 3, running: 0 }),
    ]);
    const [, second] = workers;
    await other.stop();
    const after = await server.call<Installation>('GET', '/installation');
    expect(after.body.workers.map(({ self }) => self)).toEqual([true]);
    const same = 'roles, version, knows, slots, agent_slots, running, draining, started_at';
    const dead = `INSERT INTO workers (id, name, ${same}, gone, seen_at, lease_until)
      SELECT '${second?.id}', 'gone.example', ${same}, TRUE, seen_at - 60000, lease_until - 60000 FROM workers`;
    await sql(server, dead);
    const { body } = await server.call<Installation>('GET', '/installation');
    expect(body.workers[1]).toMatchObject({ id: second?.id, alive: false, host: 'gone.example' });
    const warning = body.warnings.find(({ text }) => text.includes('gone.example'));
    expect(warning).toMatchObject({ at: body.workers[1]?.last_seen_at });
  });

it('only administrators of the installation can read its state', async () => {
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
    expect({ role, code: readError(answer) }).toEqual({ role, code: '403 forbidden' });
  }
  expect((await server.call('GET', '/installation', { token: server.apiKey })).status).toBe(403);
  expect((await server.call('GET', '/installation', { token: null })).status).toBe(401);
});
