import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../support/files-client.js';
import { createSchedule, SCHEDULES } from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sql } from '../support/sql.js';
import {
  createMetaTask,
  createTask,
  readTask,
  runScript,
  type TaskDetail,
  TASKS,
  taskWhen,
} from '../support/tasks.js';

/** Runs until its gate file exists. */
const HELD = `import time
def run(params, reporter):
    reporter.set_phase("On")
    while not reporter.files.exists("/go-" + params["gate"]):
        time.sleep(0.05)
`;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({
    METARUN_CONCURRENCY: '2',
    METARUN_SHUTDOWN_SECONDS: '0',
    METARUN_LIMITS: 'min_schedule_seconds=1',
  });
});
afterAll(() => server.stop());

async function listed(query: string): Promise<TaskDetail[]> {
  const answer = await server.call<TaskDetail[]>('GET', `${TASKS}?fields=all&${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function open(gate: string): Promise<void> {
  const files = new FilesClient(server, server.apiKey);
  expect((await files.put(`/go-${gate}`, '')).status).toBeLessThan(300);
}

describe('a task', () => {
  it('a task names the key or user that created it, and lists find it by them', async () => {
    const identifier = await createMetaTask(server, 'typescript', NO_OP.typescript);
    const body = { task_type_identifier: identifier };
    const byKey = await server.call<{ id: string }>('POST', TASKS, { body, token: server.apiKey });
    const byUser = await server.call<{ id: string }>('POST', `${TASKS}`, {
      body,
      token: server.adminToken,
    });
    const me = await server.call<{ id: string; name: string }>('GET', '/auth/me');
    for (const [{ body: made }, kind] of [
      [byKey, 'api_key'],
      [byUser, 'user'],
    ] as const) {
      const { created_by: by } = await taskWhen(server, made.id);
      expect(by).toEqual({ kind, id: expect.any(String), name: expect.any(String) });
      if (kind === 'user') expect([by?.id, by?.name]).toEqual([me.body.id, me.body.name]);
      const found = await listed(`created_by=${kind}:${by?.id}&task_type=${identifier}`);
      expect(found.map(({ id, created_by: creator }) => [id, creator])).toEqual([[made.id, by]]);
    }
  });

  it('a task is created by its parent or schedule, or by the user who ran the schedule', async () => {
    const child = await createMetaTask(server, 'typescript', NO_OP.typescript);
    const parent = await runScript(
      server,
      'typescript',
      `export async function run(params, reporter) { return reporter.runTask('${child}', {}); }`,
    );
    const [made] = await listed(`created_by=task:${parent.id}`);
    expect(made).toMatchObject({
      parent_id: parent.id,
      created_by: { kind: 'task', id: parent.id, name: null },
    });

    const { id } = await createSchedule(server, child, { every_seconds: 1, overlap: 'allow' });
    await server.call('POST', `${SCHEDULES}/${id}/run`);
    for (let ticked: TaskDetail[] = []; ticked.length === 0;)
      ticked = await listed(`created_by=schedule:${id}`);
    await server.call('POST', `${SCHEDULES}/${id}/pause`);
    const all = await listed(`schedule_id=${id}`);
    const byHand = all.filter(({ scheduled_for: tick }) => tick === null);
    expect(byHand.map(({ created_by: by }) => by?.kind)).toEqual(['user']);
    const ticked = await listed(`created_by=schedule:${id}`);
    expect(ticked.length).toBe(all.length - 1);
    for (const { created_by: by } of ticked)
      expect(by).toEqual({ kind: 'schedule', id, name: null });
  });

  it('a task names who cancelled it first, and who retried it', async () => {
    const identifier = await createMetaTask(server, 'python', HELD);
    const id = await createTask(server, identifier, { gate: 'never' });
    await taskWhen(server, id, ({ current_phase: phase }) => phase === 'On');
    await server.call('POST', `${TASKS}/${id}/cancel`, { token: server.apiKey });
    await server.call('POST', `${TASKS}/${id}/cancel`, { token: server.adminToken });
    const cancelled = await taskWhen(server, id);
    expect(cancelled).toMatchObject({ cancelled_by: { kind: 'api_key' }, retried_by: null });

    const again = await server.call<TaskDetail>('POST', `${TASKS}/${id}/retry`, {
      token: server.adminToken,
    });
    expect(again.body).toMatchObject({ cancelled_by: null, retried_by: { kind: 'user' } });
    await server.call('POST', `${TASKS}/${id}/cancel`, { token: server.adminToken });
    expect(await taskWhen(server, id)).toMatchObject({ cancelled_by: { kind: 'user' } });
  });

  it('a child that is cancelled with its parent names no client for it', async () => {
    const child = await createMetaTask(server, 'python', HELD);
    const parent = await createTask(
      server,
      await createMetaTask(
        server,
        'typescript',
        `export async function run(params, reporter) { return reporter.runTask('${child}', {gate: 'never'}); }`,
      ),
    );
    await taskWhen(server, parent, ({ status }) => status === 'waiting');
    await server.call('POST', `${TASKS}/${parent}/cancel`);
    const [orphan] = await listed(`parent_id=${parent}`);
    expect(await taskWhen(server, orphan?.id ?? '')).toMatchObject({
      status: 'cancelled',
      cancelled_by: null,
    });
  });

  it('a task from before creators were recorded names none', async () => {
    const identifier = await createMetaTask(server, 'typescript', NO_OP.typescript);
    const { id } = await taskWhen(server, await createTask(server, identifier));
    await sql(
      server,
      `UPDATE tasks SET created_by = NULL, created_by_name = NULL WHERE id = '${id}'`,
    );
    expect((await readTask(server, id)).body.created_by).toBeNull();
  });
});

describe('the summary of a result', () => {
  it('the summary of a result is its beginning, without the secrets that the run has read', async () => {
    const secret = 'a-very-secret-value-of-a-test';
    const put = await server.call('PUT', '/projects/default/secrets/SUMMARY', {
      body: { value: secret },
    });
    expect(put.status).toBeLessThan(300);
    const task = await runScript(
      server,
      'python',
      'def run(params, reporter):\n    return {"token": reporter.secrets.get("SUMMARY"), "rows": list(range(1000))}\n',
    );
    expect(task.status).toBe('success');
    const { result_summary: summary } = task;
    expect(summary).toMatch(/^\{"token": "\[redacted\]", "rows": \[0, 1, 2, .*…$/);
    expect(summary?.length).toBe(200);
    const [row] = await listed(`id=${task.id}`);
    expect(row?.result_summary).toBe(summary);
    expect((await readTask(server, task.id)).body.result).toMatchObject({ token: secret });
  });

  it('a failed task has no summary of a result', async () => {
    const failed = await runScript(
      server,
      'python',
      'def run(params, reporter):\n    raise ValueError()\n',
    );
    expect(failed.result_summary).toBeNull();
  });
});

describe('a pending task says why it does not run', () => {
  const loadPending = async (id: string): Promise<TaskDetail['pending']> =>
    (await readTask(server, id)).body.pending;

  it('a task with a later start is pending as not_before', async () => {
    const identifier = await createMetaTask(server, 'typescript', NO_OP.typescript);
    const runAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await server.call<{ id: string }>('POST', TASKS, {
      body: { task_type_identifier: identifier, run_at: runAt },
    });
    const pending = {
      reason: 'not_before',
      until: runAt,
      limit: null,
      key: null,
      holders: [],
      ahead: null,
      tags: [],
      message: null,
      since: null,
    };
    expect(await loadPending(body.id)).toEqual(pending);
    expect((await listed(`id=${body.id}`))[0]?.pending).toEqual(pending);
    await server.call('POST', `${TASKS}/${body.id}/cancel`);
    expect(await loadPending(body.id)).toBeNull();
  });

  it('a task between two attempts is pending as retry_delay', async () => {
    const identifier = await createMetaTask(
      server,
      'python',
      'def run(params, reporter):\n    raise ValueError("no")\n',
      { max_attempts: 2, retry_delay_seconds: 60, retry_max_delay_seconds: 60 },
    );
    const id = await createTask(server, identifier);
    const { run_at: runAt } = await taskWhen(
      server,
      id,
      ({ status, attempt }) => status === 'pending' && attempt === 1,
    );
    expect(await loadPending(id)).toMatchObject({ reason: 'retry_delay', until: runAt });
    await server.call('POST', `${TASKS}/${id}/cancel`);
  });

  it('a task above its concurrency limit is pending with the holders and its place', async () => {
    const identifier = await createMetaTask(server, 'python', HELD, {
      concurrency_limit: 1,
      concurrency_key: '/customer',
    });
    const create = (): Promise<string> =>
      createTask(server, identifier, { gate: 'limit', customer: 'acme' });
    const running = await create();
    await taskWhen(server, running, ({ current_phase: phase }) => phase === 'On');
    const [second, third] = [await create(), await create()];
    await taskWhen(server, third, ({ pending }) => pending?.reason === 'concurrency_limit');
    const limit = {
      reason: 'concurrency_limit',
      until: null,
      limit: 1,
      key: '"acme"',
      tags: [],
      message: null,
      since: null,
    };
    const holders = [{ id: running, name: expect.any(String), since: expect.any(String) }];
    expect(await loadPending(second)).toEqual({ ...limit, holders, ahead: 0 });
    expect(await loadPending(third)).toEqual({ ...limit, holders, ahead: 1 });
    expect((await listed(`id=${third}`))[0]?.pending).toMatchObject({
      reason: 'concurrency_limit',
      key: '"acme"',
      holders: [],
      ahead: null,
    });
    await open('limit');
    await taskWhen(server, third);
  });

  it('a task beyond the slots of the server is pending in the queue with its place', async () => {
    const identifier = await createMetaTask(server, 'python', HELD);
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1)
      ids.push(await createTask(server, identifier, { gate: 'queue' }));
    const [first = '', second = '', third = '', fourth = ''] = ids;
    for (const id of [first, second])
      await taskWhen(server, id, ({ current_phase: phase }) => phase === 'On');
    const holders = [{ id: first }, { id: second }];
    const queue = { reason: 'queue', until: null, limit: 2, key: null, holders };
    expect(await loadPending(third)).toMatchObject({ ...queue, ahead: 0 });
    expect(await loadPending(fourth)).toMatchObject({ ...queue, ahead: 1 });
    await open('queue');
    for (const id of ids) expect((await taskWhen(server, id)).pending).toBeNull();
  });
});

it('a task of a paused installation stays pending as no_worker', async () => {
  const paused = await startServerProcess();
  try {
    const identifier = await createMetaTask(paused, 'typescript', NO_OP.typescript);
    await paused.end('SIGTERM');
    await sql(
      paused,
      `INSERT INTO installation (name, value) VALUES ('paused', 'operator 2026-01-01T00:00:00.000Z')`,
    );
    await paused.restart();
    const id = await createTask(paused, identifier);
    expect((await readTask(paused, id)).body).toMatchObject({
      status: 'pending',
      pending: { reason: 'no_worker', until: null },
    });
  } finally {
    await paused.stop();
  }
});
