import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, requireProblem } from '../support/http.js';
import { createSchedule } from '../support/schedules.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { sql } from '../support/sql.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const NOW = '/external/v1/projects/default/now';
const STATS = '/external/v1/projects/default/stats';
const HOUR_MS = 3_600_000;

const SCRIPT = `
export default async function run(params, reporter) {
  if (params.fail) throw new RangeError('no rate for ' + params.fail);
  if (params.ask) return reporter.askApproval('Go on?', { expiresIn: 3600 });
  return null;
}`;

type Now = Wire['NowDto'];

type Stats = Wire['TaskStatsDto'];

let server: TestServer;
let metaTask: string;
beforeAll(async () => {
  server = await sharedServer();
  metaTask = await createMetaTask(server, 'typescript', SCRIPT);
});
afterAll(() => server.stop());

async function now(): Promise<Now> {
  const { status, body } = await server.call<Now>('GET', NOW);
  expect(status).toBe(200);
  return body;
}

async function stats(query: string): Promise<Stats> {
  const { status, body, text } = await server.call<Stats>('GET', `${STATS}?${query}`);
  if (status !== 200) throw new Error(text);
  return body;
}

function ended(params: Record<string, unknown>): Promise<{ id: string; status: string }> {
  return createTask(server, metaTask, params).then((id) => taskWhen(server, id));
}

describe('what needs attention now', () => {
  it('nothing needs attention in a new project', async () => {
    expect(await now()).toMatchObject({
      counts: { pending: 0, running: 0, waiting: 0 },
      oldest_pending: null,
      failing: [],
      slow: [],
      approvals: { pending: 0, next_expiry: null },
      schedules: [],
      webhooks: { failing: 0, disabled: 0 },
      slots: { used: expect.any(Number), of: expect.any(Number) },
    });
  });

  it('a meta-task counts as failing from its first failure until its next success', async () => {
    const good = await ended({});
    const first = await ended({ fail: 'XTS' });
    const last = await ended({ fail: 'XAU' });
    expect(first.status).toBe('failed');
    const { failing } = await now();
    expect(failing).toHaveLength(1);
    const [one] = failing;
    const created = async (id: string): Promise<string> =>
      (
        await server.call<{ created_at: string }>(
          'GET',
          `/external/v1/projects/default/tasks/${id}`,
        )
      ).body.created_at;
    expect(one).toMatchObject({
      task_type: metaTask,
      error_code: 'script_error',
      error_message: expect.stringContaining('no rate for XAU'),
      count: 2,
      since: await created(first.id),
      first_version: 1,
      last_task_id: last.id,
      last_version: 1,
      last_success_id: good.id,
      last_success_version: 1,
    });
    expect(one?.['runs']).toMatchObject([last, first, good].map(({ id }) => ({ id })));
    await ended({});
    expect((await now()).failing).toEqual([]);
  });

  it('a meta-task that never succeeded counts as failing, unless it is archived', async () => {
    const bad = await createMetaTask(server, 'typescript', SCRIPT, { name: 'Never' });
    await taskWhen(server, await createTask(server, bad, { fail: 'X' }));
    expect((await now()).failing).toMatchObject([
      { task_type: bad, count: 1, last_success_id: null, last_success_at: null },
    ]);
    await server.call('POST', `/projects/default/task-types/${bad}/archive`);
    expect((await now()).failing).toEqual([]);
  });

  it('the overview counts unfinished tasks and names the one that has been due for longest', async () => {
    const later = await server.call<{ id: string }>('POST', '/external/v1/projects/default/tasks', {
      body: { task_type_identifier: metaTask, run_at: '+010000-01-01T00:00:00Z' },
    });
    expect(readError(later)).toMatch(/^422/);
    const inADay = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    const { body: held } = await server.call<{ id: string }>(
      'POST',
      '/external/v1/projects/default/tasks',
      { body: { task_type_identifier: metaTask, run_at: inADay } },
    );
    const asking = await createTask(server, metaTask, { ask: true });
    await taskWhen(server, asking, ({ status }) => status === 'waiting');
    const found = await now();
    expect(found.counts).toEqual({ pending: 1, running: 0, waiting: 1 });
    // The task is not due yet.
    expect(found.oldest_pending).toBeNull();
    expect(found.approvals.pending).toBe(1);
    expect(Date.parse(found.approvals.next_expiry ?? '')).toBeGreaterThan(Date.now());
    // The task looks blocked by a limit, so that no worker claims it.
    await sql(server, `UPDATE tasks SET run_at = 1000, parked = 1 WHERE id = '${held.id}'`);
    expect((await now()).oldest_pending).toMatchObject({
      task_id: held.id,
      pending: { reason: 'concurrency_limit' },
    });
    await server.call('POST', `/external/v1/projects/default/tasks/${held.id}/cancel`);
    await server.call('POST', `/external/v1/projects/default/tasks/${asking}/cancel`);
  });

  it('the overview has the schedules of the next twelve hours, troubled ones first, and failing webhooks', async () => {
    const soon = await createSchedule(server, metaTask, { name: 'Soon', every_seconds: 3600 });
    const at = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    await createSchedule(server, metaTask, { name: 'Far', at });
    const broken = await createSchedule(server, metaTask, { name: 'Broken', at });
    await sql(
      server,
      `UPDATE schedules SET failures = 3, last_error = 'It is archived.' WHERE id = '${broken.id}'`,
    );
    const paused = await createSchedule(server, metaTask, { name: 'Paused', at });
    await sql(
      server,
      `UPDATE schedules SET next_at = NULL, paused_at = 1, pause_reason = 'Ten failed.' WHERE id = '${paused.id}'`,
    );
    const run = await server.call<{ id: string }>(
      'POST',
      `/projects/default/schedules/${soon.id}/run`,
    );
    for (const name of ['a', 'b'])
      await server.call('POST', '/projects/default/webhooks', {
        body: { url: `https://example.com/${name}`, events: ['task.failed'] },
      });
    await sql(
      server,
      `UPDATE webhooks SET failing_since = 1 WHERE url = 'https://example.com/a'
         AND project_id = (SELECT id FROM projects WHERE slug = 'default')`,
    );
    await sql(
      server,
      `UPDATE webhooks SET enabled = FALSE, disabled_reason = 'It is gone.' WHERE url = 'https://example.com/b'
         AND project_id = (SELECT id FROM projects WHERE slug = 'default')`,
    );
    const found = await now();
    expect(found.schedules).toMatchObject([
      { name: 'Paused', paused: true, pause_reason: 'Ten failed.' },
      { name: 'Broken', consecutive_failures: 3, last_error: 'It is archived.', runs: [] },
      { name: 'Soon', consecutive_failures: 0, next_at: soon.next_at, runs: [{ id: run.body.id }] },
    ]);
    expect(found.webhooks).toEqual({ failing: 1, disabled: 1 });
  });

  it('the overview needs credentials and an existing project', async () => {
    expect((await server.call('GET', NOW, { token: server.apiKey })).status).toBe(200);
    expect((await server.call('GET', NOW, { token: null })).status).toBe(401);
    expect((await server.call('GET', '/external/v1/projects/unknown/now')).status).toBe(404);
  });
});

describe('the figures of a span', () => {
  const from = Date.UTC(2026, 0, 5);
  /** Adds copies of a task at the given times, each a second longer than the one before. */
  async function copies(id: string, times: readonly number[], status: string): Promise<void> {
    const columns =
      'project_id, version_id, task_type, task_type_version, name, progress, params, attempt, crashes, fence, priority';
    for (const [index, at] of times.entries())
      await sql(
        server,
        `INSERT INTO tasks (id, ${columns}, status, run_at, created_at, attempt_queued_at, attempt_started_at,
           started_at, finished_at)
         SELECT '20000000-0000-7000-8000-${String(at % 1_000_000_000).padStart(12, '0')}', ${columns}, '${status}',
           ${at}, ${at}, ${at}, ${at} + 10, ${at} + 10, ${at} + ${10 + (index + 1) * 1000} FROM tasks WHERE id = '${id}'`,
      );
  }

  it('the statistics count tasks by hour or day, with the percentiles of their times', async () => {
    const { id } = await ended({});
    const hour = (n: number): number => from + n * HOUR_MS;
    await copies(id, [hour(1), hour(1) + 1, hour(2) + 5], 'success');
    await copies(id, [hour(2) - 1], 'failed');
    const span = `since=${new Date(hour(1)).toISOString()}&until=${new Date(hour(3)).toISOString()}`;
    const found = await stats(span);
    const none = { pending: 0, running: 0, waiting: 0, cancelled: 0 };
    expect(found).toEqual({
      since: new Date(hour(1)).toISOString(),
      until: new Date(hour(3)).toISOString(),
      buckets: [
        { from: new Date(hour(1)).toISOString(), ...none, success: 2, failed: 1 },
        { from: new Date(hour(2)).toISOString(), ...none, success: 1, failed: 0 },
      ],
      complete_from: null,
      sampled: 4,
      run_ms: { p50: 1000, p95: 3000 },
      wait_ms: { p50: 10, p95: 10 },
    });
    expect((await stats(`${span}&by=day`)).buckets).toEqual([
      { from: new Date(from).toISOString(), ...none, success: 3, failed: 1 },
    ]);
    expect((await stats(`${span}&task_type=${metaTask}`)).buckets).toEqual(found.buckets);
    const other = await stats(`${span}&task_type=other`);
    expect(other).toMatchObject({ sampled: 0, run_ms: { p50: null, p95: null } });
    expect(other.buckets.map(({ success }) => success)).toEqual([0, 0]);
  });

  it('the statistics cover the last day by default', async () => {
    const found = await stats('');
    expect(Date.parse(found.until) - Date.parse(found.since)).toBe(24 * HOUR_MS);
    expect([24, 25]).toContain(found.buckets.length);
    const total = found.buckets.reduce((sum, { success }) => sum + Number(success), 0);
    expect(total).toBeGreaterThan(0);
  });

  it.each([
    ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', '?since'],
    ['since=2026-01-01T00:00:00Z&until=2026-01-09T00:00:00Z', '?since'],
    ['since=2026-01-01T00:00:00Z&until=2026-02-09T00:00:00Z&by=day', '?since'],
    ['since=yesterday', '?since'],
    ['by=week', '?by'],
  ])('the statistics are refused for the query %s', async (query, pointer) => {
    const answer = await server.call('GET', `${STATS}?${query}`);
    expect(readError(answer)).toBe('422 validation_failed');
    expect(requireProblem(answer).errors[0]).toMatchObject({ pointer });
  });
});
