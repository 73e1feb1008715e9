import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, requireProblem } from '../support/http.js';
import { FAILS_WHEN_ASKED } from '../support/scripts.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { sql } from '../support/sql.js';
import {
  createMetaTask,
  createTask,
  readTask,
  type TaskDetail,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import { BULK, bulkEnd, type BulkOperation, startBulk } from '../support/bulk.js';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let server: TestServer;
let metaTask: string;
beforeAll(async () => {
  server = await sharedServer();
  metaTask = await createMetaTask(server, 'typescript', FAILS_WHEN_ASKED);
});
afterAll(() => server.stop());

/** Creates tasks that stay pending until they are cancelled. */
async function held(count: number, name: string): Promise<string[]> {
  const run_at = new Date(Date.now() + 86_400_000).toISOString();
  const tasks = Array.from({ length: count }, () => ({
    task_type_identifier: metaTask,
    name,
    run_at,
  }));
  const { body } = await server.call<{ id: string }[]>('POST', `${TASKS}/batch`, {
    body: { tasks },
  });
  return body.map(({ id }) => id);
}

function post(body: object): Promise<Answer<BulkOperation>> {
  return server.call('POST', `${TASKS}/bulk`, { body });
}

describe('a bulk operation', () => {
  it('a bulk operation cancels the tasks that its filter matches and no others', async () => {
    const ids = await held(25, 'to cancel');
    const [other = ''] = await held(1, 'to keep');
    const filter = { status: 'pending,waiting', name_prefix: 'to cancel' };
    const preview = await server.call('POST', `${TASKS}/bulk/preview`, { body: { filter } });
    expect(preview).toMatchObject({ status: 200, body: { total: 25, more: false } });
    const started = await post({ action: 'cancel', filter, expected: 25, name: 'Clear up' });
    expect(started).toMatchObject({
      status: 202,
      body: { action: 'cancel', name: 'Clear up', state: 'running', total: 25, done: 0 },
    });
    expect(await bulkEnd(server, started.body.id)).toMatchObject({
      state: 'done',
      total: 25,
      done: 25,
      refused_count: 0,
      refused: [],
      created_by: { kind: 'api_key', name: 'tests' },
    });
    for (const id of [ids[0] ?? '', ids[24] ?? ''])
      expect((await readTask(server, id)).body).toMatchObject({
        status: 'cancelled',
        cancelled_by: { kind: 'api_key', name: 'tests' },
      });
    expect((await readTask(server, other)).body.status).toBe('pending');
    await server.call('POST', `${TASKS}/${other}/cancel`);
  });

  it('a bulk retry by ids lists refused tasks with the codes of single requests', async () => {
    const failed = await taskWhen(server, await createTask(server, metaTask, { fail: true }));
    const success = await taskWhen(server, await createTask(server, metaTask));
    const ids = [failed.id, success.id.toUpperCase(), UNKNOWN, failed.id];
    const { id } = await startBulk(server, { action: 'retry', ids });
    const ended = await bulkEnd(server, id);
    expect(ended).toMatchObject({ state: 'done', total: 3, done: 3, refused_count: 2 });
    expect(new Map(ended.refused.map(({ task_id, code }) => [task_id, code]))).toEqual(
      new Map([
        [success.id, 'task_finished'],
        [UNKNOWN, 'not_found'],
      ]),
    );
    const again = await taskWhen(server, failed.id, (task: TaskDetail) => task.attempt === 2);
    expect(again.retried_by).toMatchObject({ kind: 'api_key', name: 'tests' });
    await taskWhen(server, failed.id);
  });

  it('a bulk rerun creates tasks in their original order with the current version', async () => {
    const name = 'to repeat';
    const originals: string[] = [];
    while (originals.length < 3) {
      const { body } = await server.call<{ id: string }>('POST', TASKS, {
        body: { task_type_identifier: metaTask, name, params: { fail: true } },
      });
      originals.push((await taskWhen(server, body.id)).id);
    }
    await server.call('PATCH', `/projects/default/task-types/${metaTask}`, {
      body: { description: 'corrected' },
    });
    const filter = { status: ['failed'], task_type: [metaTask], name_prefix: name };
    const { id } = await startBulk(server, {
      action: 'rerun',
      filter,
      expected: 3,
      version: 'current',
    });
    expect(await bulkEnd(server, id)).toMatchObject({ version: 'current', done: 3 });
    const { body: made } = await server.call<{ rerun_of: string; task_type_version: number }[]>(
      'GET',
      `${TASKS}?fields=all&name_prefix=${encodeURIComponent(name)}&version=2&task_type=${metaTask}`,
    );
    expect(made.map(({ rerun_of }) => rerun_of)).toEqual(originals.toReversed());
  });

  it("a bulk operation is refused if its filter's count is off by more than a twentieth", async () => {
    const ids = await held(20, 'to count');
    const filter = { name_prefix: 'to count', roots: true };
    const wrong = await post({ action: 'cancel', filter, expected: 22 });
    expect(readError(wrong)).toBe('409 bulk_count_changed');
    expect(requireProblem(wrong).detail).toContain('20 tasks now, not 22');
    // The tolerance is a twentieth of 21, rounded down to whole tasks.
    const near = await startBulk(server, { action: 'cancel', filter, expected: 21 });
    expect(await bulkEnd(server, near.id)).toMatchObject({ total: 20, done: 20 });
    expect(ids).toHaveLength(20);
    expect(readError(await post({ action: 'cancel', filter, expected: 1 }))).toBe(
      '409 bulk_count_changed',
    );
  });

  it('a bulk operation can be stopped and remains stopped', async () => {
    await held(3, 'to stop');
    const { id } = await startBulk(server, {
      action: 'cancel',
      filter: { name_prefix: 'to stop' },
      expected: 3,
    });
    await bulkEnd(server, id);
    // Simulates an operation that is still running under a lease that never passes.
    await sql(
      server,
      `UPDATE bulk_operations SET state = 'running', next_at = 9000000000000 WHERE id = '${id}'`,
    );
    const stopped = await server.call<BulkOperation>('POST', `${BULK}/${id}/stop`);
    expect(stopped).toMatchObject({ status: 200, body: { state: 'stopped', done: 3 } });
    expect((await server.call('POST', `${BULK}/${id}/stop`)).body).toMatchObject({
      state: 'stopped',
    });
  });

  it('bulk operations are listed in pages, newest first', async () => {
    const first = await server.call<BulkOperation[]>('GET', `${BULK}?limit=2`);
    expect(first.body).toHaveLength(2);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await server.call<BulkOperation[]>('GET', next);
    const ids = [...first.body, ...second.body].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(first.body[0]).not.toHaveProperty('refused');
    expect(readError(await server.call('GET', `${BULK}/${UNKNOWN}`))).toBe('404 not_found');
    expect(readError(await server.call('POST', `${BULK}/nothing/stop`))).toBe('404 not_found');
  });

  it('a bulk operation reports its start and its end in the events of the project', async () => {
    const rows = await sql<{ data: string }>(
      server,
      `SELECT data FROM task_events WHERE type = 'bulk' AND project_id =
         (SELECT id FROM projects WHERE slug = 'default') ORDER BY seq`,
    );
    const events = rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
    const [begun] = events;
    expect(begun).toMatchObject({ action: 'cancel', state: 'running', total: 25, done: 0 });
    expect(
      events.find((one) => one['bulk_id'] === begun?.['bulk_id'] && one['state'] === 'done'),
    ).toMatchObject({ done: 25, refused: 0 });
  });

  it.each([
    [{ action: 'delete', ids: [UNKNOWN] }, '/action'],
    [{ action: 'cancel' }, '/filter'],
    [{ action: 'cancel', filter: {} }, '/expected'],
    [{ action: 'cancel', filter: { status: 'odd' }, expected: 1 }, '/filter/status'],
    [{ action: 'cancel', filter: { order: 'created' }, expected: 1 }, '/filter/order'],
    [{ action: 'cancel', filter: { version: 2 }, expected: 1 }, '/filter/version'],
    [{ action: 'cancel', filter: { q: null }, expected: 1 }, '/filter/q'],
    [{ action: 'cancel', filter: { error_code: null }, expected: 1 }, '/filter/error_code'],
    [{ action: 'cancel', filter: 'all', expected: 1 }, '/filter'],
    [{ action: 'cancel', filter: {}, expected: 0 }, '/expected'],
    [{ action: 'cancel', ids: [UNKNOWN], filter: {} }, '/filter'],
    [{ action: 'cancel', ids: [UNKNOWN], expected: 2 }, '/expected'],
    [{ action: 'cancel', ids: [] }, '/ids'],
    [{ action: 'cancel', ids: ['x'] }, '/ids'],
    [{ action: 'cancel', ids: [UNKNOWN], version: 'current' }, '/version'],
    [{ action: 'rerun', ids: [UNKNOWN], version: 3 }, '/version'],
  ])('an invalid bulk operation is refused: %j', async (body, pointer) => {
    const answer = await post(body);
    expect(readError(answer)).toBe('422 validation_failed');
    expect(requireProblem(answer).errors[0]).toMatchObject({ pointer });
  });

  it('a bulk operation requires the scope tasks:write', async () => {
    const { body: key } = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
      body: { name: 'reader', scopes: ['tasks:read'] },
    });
    const body = { action: 'cancel', ids: [UNKNOWN] };
    const refused = await server.call('POST', `${TASKS}/bulk`, { body, token: key.key });
    expect(readError(refused)).toBe('403 forbidden');
    expect((await server.call('GET', BULK, { token: key.key })).status).toBe(200);
  });
});
