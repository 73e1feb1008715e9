import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { TYPES } from '../support/meta-tasks.js';
import { sharedServer } from '../support/shared-server.js';
import type { TestServer } from '../support/server.js';
import {
  createMetaTask,
  createTask,
  loadLogs,
  readTask,
  type TaskDetail,
  type TaskSummary,
  TASKS,
  taskWhen,
} from '../support/tasks.js';

/** Code whose second step fails unless `good` is set. */
const STEPS = (good: boolean): string => `def run(params, reporter):
    def first():
        print("first is made")
        return params.get("n", 1)
    def second():
        print("second is made")
        if not ${good ? 'True' : 'False'}:
            raise ValueError("not yet")
        return 10
    return reporter.step("first", first) + reporter.step("second", second)
`;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function rerun(id: string, body: object, key?: string): Promise<TaskDetail> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const answer = await server.call<TaskSummary>('POST', `${TASKS}/${id}/rerun`, { body, headers });
  expect(answer.status).toBe(201);
  expect(answer.body.status).toBe('pending');
  return taskWhen(server, answer.body.id);
}

async function refusal(id: string, body: object): Promise<string> {
  const { status, code, detail } = requireProblem(
    await server.call('POST', `${TASKS}/${id}/rerun`, { body }),
  );
  return `${status} ${code}: ${detail}`;
}

async function loadStepId(id: string, name: string): Promise<string> {
  const { body } = await server.call<{ id: string; name: string }[]>('GET', `${TASKS}/${id}/steps`);
  return body.find((step) => step.name === name)?.id ?? '';
}

async function loadLogTexts(id: string): Promise<string[]> {
  return (await loadLogs(server, id)).map(({ text }) => text);
}

describe('a task that is made again', () => {
  it('a rerun is a new task with the params and version of the original, which stays unchanged', async () => {
    const identifier = await createMetaTask(
      server,
      'python',
      'def run(params, reporter):\n    return params\n',
    );
    const params = { a: 1, deep: { b: 2, c: 3 } };
    const { body } = await server.call<TaskSummary>('POST', TASKS, {
      body: { task_type_identifier: identifier, params, name: 'The first', priority: 3 },
    });
    const original = await taskWhen(server, body.id);
    const again = await rerun(original.id, {});
    expect(again).toMatchObject({
      name: 'The first',
      status: 'success',
      result: params,
      priority: 3,
      rerun_of: original.id,
      created_by: { kind: expect.any(String) },
    });
    expect(again.id).not.toBe(original.id);
    const patched = await rerun(original.id, {
      params: { a: null, deep: { c: 4 }, d: [5] },
      name: 'The second',
    });
    expect(patched).toMatchObject({ name: 'The second', params: { deep: { b: 2, c: 4 }, d: [5] } });
    expect(patched.params).not.toHaveProperty('a');
    expect((await readTask(server, original.id)).body).toEqual(original);
    const found = await server.call<{ id: string }[]>('GET', `${TASKS}?rerun_of=${original.id}`);
    expect(found.body.map(({ id }) => id)).toEqual([patched.id, again.id]);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const planned = await server.call<TaskSummary>('POST', `${TASKS}/${original.id}/rerun`, {
      body: { run_at: later },
    });
    expect((await readTask(server, planned.body.id)).body.run_at).toBe(later);
    await server.call('POST', `${TASKS}/${planned.body.id}/cancel`);
  });

  it('a rerun is created once for each Idempotency-Key', async () => {
    const identifier = await createMetaTask(server, 'python', STEPS(true));
    const { id } = await taskWhen(server, await createTask(server, identifier));
    const once = await rerun(id, {}, `once-${id}`);
    const answer = await server.call<TaskSummary>('POST', `${TASKS}/${id}/rerun`, {
      body: {},
      headers: { 'idempotency-key': `once-${id}` },
    });
    expect([answer.status, answer.body.id]).toEqual([201, once.id]);
    const other = await server.call('POST', `${TASKS}/${id}/rerun`, {
      body: { name: 'other' },
      headers: { 'idempotency-key': `once-${id}` },
    });
    expect(requireProblem(other).code).toBe('idempotency_key_reused');
  });

  it('a rerun has the version that the request names', async () => {
    const identifier = await createMetaTask(server, 'python', STEPS(false));
    const { id } = await taskWhen(server, await createTask(server, identifier));
    const patch = { script: STEPS(true) };
    expect((await server.call('PATCH', `${TYPES}/${identifier}`, { body: patch })).status).toBe(
      200,
    );
    expect(await rerun(id, {})).toMatchObject({ status: 'failed', task_type_version: 1 });
    expect(await rerun(id, { version: 'current' })).toMatchObject({ result: 11 });
    expect(await rerun(id, { version: 2 })).toMatchObject({ task_type_version: 2 });
    expect(await refusal(id, { version: 3 })).toMatch(
      '422 validation_failed: /version: there is no version 3: the current one is 2',
    );
    for (const version of ['last', 0, 1.5])
      expect(await refusal(id, { version })).toMatch(/^422 validation_failed: .*version must be/);
    await server.call('POST', `${TYPES}/${identifier}/archive`);
    expect(await refusal(id, {})).toMatch(/^\d+ task_type_archived/);
  });

  it('a rerun from a step does not repeat the steps before it', async () => {
    const identifier = await createMetaTask(server, 'python', STEPS(false));
    const failed = await taskWhen(server, await createTask(server, identifier, { n: 5 }));
    expect(await loadLogTexts(failed.id)).toEqual(['first is made', 'second is made']);
    const second = await loadStepId(failed.id, 'second');
    await server.call('PATCH', `${TYPES}/${identifier}`, { body: { script: STEPS(true) } });
    const again = await rerun(failed.id, { from_step: second, version: 'current' });
    expect(again).toMatchObject({ status: 'success', result: 15 });
    expect(await loadLogTexts(again.id)).toEqual(['second is made']);
    const { body } = await server.call<object[]>('GET', `${TASKS}/${again.id}/steps`);
    expect(body).toMatchObject([
      { name: 'first', status: 'success', result: 5 },
      { name: 'second', status: 'success', result: 10 },
    ]);
    // A rerun from the first step runs the whole task.
    const whole = await rerun(failed.id, {
      from_step: await loadStepId(failed.id, 'first'),
      version: 'current',
    });
    expect(await loadLogTexts(whole.id)).toEqual(['first is made', 'second is made']);
  });

  it('a rerun from a step fails if an earlier step of its version differs, and names the step', async () => {
    const identifier = await createMetaTask(server, 'python', STEPS(false));
    const failed = await taskWhen(server, await createTask(server, identifier));
    const other = STEPS(true).replace('step("first"', 'step("renamed"');
    await server.call('PATCH', `${TYPES}/${identifier}`, { body: { script: other } });
    const from_step = await loadStepId(failed.id, 'second');
    expect(await rerun(failed.id, { from_step, version: 'current' })).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('where its record has step "first"'),
    });
  });
});

describe('a task is not made again from a step', () => {
  it('a rerun from an unknown step, or from a step with other params, is refused', async () => {
    const identifier = await createMetaTask(server, 'python', STEPS(true));
    const task = await taskWhen(server, await createTask(server, identifier));
    const other = await taskWhen(server, await createTask(server, identifier));
    const theirs = await loadStepId(other.id, 'second');
    expect(await refusal(task.id, { from_step: theirs })).toMatch(
      /^409 rerun_refused: .*it has no step/,
    );
    const own = await loadStepId(task.id, 'second');
    expect(await refusal(task.id, { from_step: own, params: { n: 2 } })).toMatch(
      /^409 rerun_refused: .*with other params/,
    );
    expect(await refusal(task.id, { from_step: 'second' })).toMatch(/^422 .*from_step/);
  });

  it('a rerun from a step after a decision is refused', async () => {
    const identifier = await createMetaTask(
      server,
      'python',
      'def run(params, reporter):\n    reporter.ask_approval("Pay?")\n    return reporter.step("pay", lambda: 1)\n',
    );
    const id = await createTask(server, identifier);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    const { body } = await server.call<{ id: string }[]>(
      'GET',
      `/external/v1/projects/default/approvals?task_id=${id}`,
    );
    await server.call('POST', `/external/v1/projects/default/approvals/${body[0]?.id}`, {
      body: { decision: 'approve' },
    });
    expect((await taskWhen(server, id)).status).toBe('success');
    expect(await refusal(id, { from_step: await loadStepId(id, 'pay') })).toMatch(
      /^409 rerun_refused: .*a decision holds for the task that it was given for/,
    );
  });

  it('a rerun from a step beside an open wait is created and waits for the event again', async () => {
    const identifier = await createMetaTask(
      server,
      'typescript',
      `export async function run(params, reporter) {
         await Promise.all([reporter.waitForEvent('go'), reporter.step('after', async () => 1)]);
       }`,
    );
    const id = await createTask(server, identifier);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    // The wait had not ended when the step began, so the rerun waits again.
    const answer = await server.call<TaskSummary>('POST', `${TASKS}/${id}/rerun`, {
      body: { from_step: await loadStepId(id, 'after') },
    });
    expect(answer.status).toBe(201);
    await taskWhen(server, answer.body.id, ({ status }) => status === 'waiting');
    for (const each of [id, answer.body.id]) {
      await server.call('POST', `${TASKS}/${each}/events/go`, { body: {} });
      expect((await taskWhen(server, each)).status).toBe('success');
    }
  });

  it('a rerun of an unknown task is answered with 404', async () => {
    expect(await refusal('00000000-0000-7000-8000-000000000000', {})).toMatch(/^404 not_found/);
  });
});
