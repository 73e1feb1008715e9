import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PROJECT_EVENTS, readEvents } from '../support/events.js';
import { requireProblem } from '../support/http.js';
import { age } from '../support/old-tasks.js';
import { type HostedServer, startServer } from '../support/server.js';
import { loadNumber, sql } from '../support/sql.js';
import {
  createTask,
  createMetaTask,
  loadLogs,
  readTask,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const RETENTION = '/projects/default/retention';
const SCRIPT = `def run(params, reporter):
    reporter.set_phase("Loading")
    print("hello")
    if params.get("fail"):
        raise ValueError("as asked")
`;
const NO_DAYS = {
  tasks_days: null,
  events_days: null,
  logs_days: null,
  file_versions_days: null,
};

let server: HostedServer;
let identifier: string;
beforeAll(async () => {
  server = await startServer();
  identifier = await createMetaTask(server, 'python', SCRIPT);
});
afterAll(() => server.stop());
afterEach(() => server.call('PATCH', RETENTION, { body: NO_DAYS }));

/** Creates a finished task that ended this many days ago. */
async function ended(days: number, params = {}): Promise<string> {
  const { id } = await taskWhen(server, await createTask(server, identifier, params));
  await age(server, id, days);
  return id;
}

async function change(body: object): Promise<void> {
  expect((await server.call('PATCH', RETENTION, { body })).status).toBe(200);
}

async function gone(id: string): Promise<void> {
  await until(`task ${id} to be deleted`, async () => (await readTask(server, id)).status === 404);
}

async function loadEventTypes(id: string): Promise<string[]> {
  const { events } = await readEvents(server, `${TASKS}/${id}/events`);
  return events.map(({ type }) => type);
}

describe('how long a project keeps finished tasks', () => {
  it('a project has the retention of the installation until it sets its own, or clears it', async () => {
    const defaults = { tasks_days: 90, events_days: 30, logs_days: 30, file_versions_days: 30 };
    expect((await server.call('GET', RETENTION)).body).toEqual({ ...NO_DAYS, effective: defaults });
    const own = { ...NO_DAYS, tasks_days: 0, logs_days: 7 };
    const changed = { ...own, effective: { ...defaults, tasks_days: 0, logs_days: 7 } };
    expect(
      (await server.call('PATCH', RETENTION, { body: { tasks_days: 0, logs_days: 7 } })).body,
    ).toEqual(changed);
    expect((await server.call('PATCH', RETENTION, { body: {} })).body).toEqual(changed);
    await change({ tasks_days: null });
    expect((await server.call('GET', RETENTION)).body).toEqual({
      ...own,
      tasks_days: null,
      effective: { ...defaults, logs_days: 7 },
    });
  });

  it.each([
    [{ tasks_days: -1 }, '/tasks_days'],
    [{ events_days: 1.5 }, '/events_days'],
    [{ logs_days: '7' }, '/logs_days'],
    [{ tasks_days: 36_501 }, '/tasks_days'],
    [{ file_versions_days: 36_501 }, '/file_versions_days'],
    [{ days: 7 }, '/days'],
  ])('the retention %j is refused', async (body, pointer) => {
    const answer = await server.call('PATCH', RETENTION, { body });
    expect(answer.status).toBe(422);
    expect(requireProblem(answer).errors.map((error) => error.pointer)).toEqual([pointer]);
  });

  it('a viewer reads the retention but cannot change it, and an API key cannot read it', async () => {
    const token = (
      await server.call<{ token: string }>('POST', '/auth/tokens', {
        body: { name: 'reads', role: 'viewer' },
      })
    ).body.token;
    expect((await server.call('GET', RETENTION, { token })).status).toBe(200);
    expect((await server.call('PATCH', RETENTION, { token, body: {} })).status).toBe(403);
    expect((await server.call('GET', RETENTION, { token: server.apiKey })).status).toBe(403);
  });
});

describe('what a project no longer keeps', () => {
  it('finished tasks past their retention are deleted with all their data, and no others', async () => {
    const old = [await ended(8), await ended(8, { fail: true })];
    const young = await ended(6);
    const again = await ended(8, { fail: true });
    await server.call('POST', `${TASKS}/${again}/retry`);
    await change({ tasks_days: 7 });
    for (const id of old) {
      await gone(id);
      expect(await loadNumber(server, buildCountSql(id))).toBe(0);
      expect((await server.call('GET', `${TASKS}/${id}/logs`)).status).toBe(404);
      expect((await server.call('POST', `${TASKS}/${id}/retry`)).status).toBe(404);
    }
    expect((await readTask(server, young)).body.status).toBe('success');
    expect(await loadLogs(server, young)).toHaveLength(1);
    expect((await taskWhen(server, again)).attempt).toBe(2);
    const { text } = await server.call('GET', '/metrics', { token: null });
    expect(text).toMatch(/^metarun_retention_deleted_total\{what="tasks"\} 2$/m);
    expect(text).toMatch(/^metarun_retention_deleted_total\{what="logs"\} 2$/m);
  });

  it('log lines, events and tasks are each deleted after their own number of days', async () => {
    const [oldest, older, old] = [await ended(21), await ended(11), await ended(2)];
    const young = await ended(0);
    await change({ tasks_days: 20, events_days: 10, logs_days: 1 });
    await gone(oldest);
    await until('log lines to be deleted', async () => (await loadLogs(server, old)).length === 0);
    await until(
      'events to be deleted',
      async () => (await loadNumber(server, buildCountSql(older))) === 0,
    );
    expect(await loadEventTypes(old)).toEqual(['status', 'status', 'phase', 'status']);
    expect((await readTask(server, older)).body.current_phase).toBe('Loading');
    const stream = await readEvents(server, `${TASKS}/${older}/events`);
    expect(stream).toEqual({ status: 204, events: [] });
    expect(await loadEventTypes(young)).toContain('log');
  });

  it('old records of provider tests are deleted, and those cut off by a crash become lost', async () => {
    const { body: made } = await server.call<{ id: string }>(
      'POST',
      '/projects/default/model-providers',
      {
        body: {
          name: 'recorded',
          kind: 'anthropic',
          secret: 'NONE',
          models: [{ name: 'm', model: 'm', context_tokens: 1_000, max_output_tokens: 100 }],
        },
      },
    );
    for (let times = 0; times < 3; times += 1)
      await server.call('POST', `/projects/default/model-providers/${made.id}/test`, {
        body: { model: 'm' },
      });
    const records = () =>
      sql<{ id: string; state: string }>(
        server,
        `SELECT id, state FROM model_calls WHERE provider = 'recorded' AND task_id IS NULL ORDER BY id`,
      );
    const ids = (await records()).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    const becomes = (id: string | undefined, hours: number, more = '') =>
      sql(
        server,
        `UPDATE model_calls SET created_at = created_at - ${hours} * 3600000${more} WHERE id = '${id}'`,
      );
    await becomes(ids[0], 49);
    await becomes(ids[1], 3, `, state = 'sent', finished_at = NULL`);
    await becomes(ids[2], 1, `, state = 'sent', finished_at = NULL`);
    await change({ events_days: 2 });
    await until('the sweep', async () => (await records()).length === 2);
    expect(await records()).toEqual([
      { id: ids[1], state: 'lost' },
      { id: ids[2], state: 'sent' },
    ]);
  });

  it('a reader resumes a stream after deleted events, and no event number comes twice', async () => {
    const old = await ended(3);
    const before = await loadNumber(server, 'SELECT MAX(seq) FROM event_counters');
    await change({ tasks_days: 2 });
    await gone(old);
    const id = await createTask(server, identifier);
    await taskWhen(server, id);
    const { events } = await readEvents(
      server,
      PROJECT_EVENTS,
      (found) => found.some(({ data }) => data.task_id === id && data.status === 'success'),
      { 'Last-Event-ID': String(before - 1) },
    );
    // The change is recorded in the audit log by an event without a task.
    const [record, ...others] = events;
    expect(record).toMatchObject({ id: before + 1, type: 'audit' });
    expect(others.map((event) => event.data.task_id)).toEqual(others.map(() => id));
  });

  it('a restarted server deletes by its own settings and by those of each project', async () => {
    const { body: other } = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: 'Archive' },
    });
    await server.call('PATCH', `/projects/${other.id}/retention`, { body: { tasks_days: 0 } });
    const tasks = `/external/v1/projects/${other.id}/tasks`;
    const token = server.adminToken;
    await server.call('POST', `/projects/${other.id}/task-types/`, {
      body: { name: 'archived', script: SCRIPT, script_language: 'python' },
    });
    const made = await server.call<{ id: string }>('POST', tasks, {
      token,
      body: { task_type_identifier: 'archived' },
    });
    const kept = made.body.id;
    expect((await server.call('POST', `${tasks}/${kept}/wait`, { token })).status).toBe(200);
    await age(server, kept, 100);
    const old = await ended(91);
    const young = await ended(89);
    await server.reopen();
    await gone(old);
    expect((await readTask(server, young)).status).toBe(200);
    expect((await server.call('GET', `${tasks}/${kept}`, { token })).status).toBe(200);
  });
});

function buildCountSql(id: string): string {
  return `SELECT COUNT(*) FROM task_events WHERE task_id = '${id}'`;
}
