import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusEvents, type StreamedEvent } from '../support/events.js';
import { requireProblem } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { postMetaTask } from '../support/meta-tasks.js';
import { createTask, createMetaTask, readTask, TASKS, taskWhen } from '../support/tasks.js';

/** Fails before the attempt with the number `good`. */
const FLAKY = `def run(params, reporter):
    if reporter.task.attempt < params["good"]:
        raise ValueError(f"attempt {reporter.task.attempt} failed")
    return reporter.task.attempt
`;
const AT_ONCE = { retry_delay_seconds: 0, retry_jitter: 0 };
const SLEEPS = 'import time\ndef run(params, reporter):\n    time.sleep(60)\n';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function loadTaskEvents(id: string): Promise<StreamedEvent['data'][]> {
  const marker = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
  const events = await statusEvents(server, marker);
  return events.map(({ data }) => data).filter(({ task_id }) => task_id === id);
}

describe('a task with attempts left', () => {
  it('a failed task is retried until it succeeds', async () => {
    const type = await createMetaTask(server, 'python', FLAKY, {
      max_attempts: 5,
      ...AT_ONCE,
    });
    const task = await taskWhen(server, await createTask(server, type, { good: 3 }));
    expect(task).toMatchObject({
      status: 'success',
      result: 3,
      attempt: 3,
      max_attempts: 5,
      error_code: null,
      error_message: null,
      error_stack: null,
    });
  });

  it('a task fails with its last error when its attempts are used up', async () => {
    const type = await createMetaTask(server, 'python', FLAKY, {
      max_attempts: 3,
      ...AT_ONCE,
    });
    const id = await createTask(server, type, { good: 9 });
    const task = await taskWhen(server, id);
    expect(task).toMatchObject({ status: 'failed', attempt: 3, error_code: 'script_error' });
    expect(task.error_message).toContain('attempt 3 failed');
    const events = await loadTaskEvents(id);
    expect(events.map(({ status, attempt }) => `${status} ${attempt}`)).toEqual([
      'pending 0',
      'running 1',
      'pending 1',
      'running 2',
      'pending 2',
      'running 3',
      'failed 3',
    ]);
  });

  it('a task waits for its retry delay, and shows the error and the time meanwhile', async () => {
    const type = await createMetaTask(server, 'python', FLAKY, {
      max_attempts: 2,
      retry_delay_seconds: 2,
      retry_jitter: 0,
    });
    const id = await createTask(server, type, { good: 2 });
    const waiting = await taskWhen(server, id, (task) => task.error_code !== null);
    expect(waiting).toMatchObject({
      status: 'pending',
      attempt: 1,
      error_code: 'script_error',
      finished_at: null,
    });
    expect(waiting.error_message).toContain('attempt 1 failed');
    const { body: list } = await server.call('GET', `${TASKS}?limit=1&status=pending`);
    expect(list).toMatchObject([{ id, error_message: waiting.error_message }]);
    const ended = await taskWhen(server, id);
    expect(ended).toMatchObject({ status: 'success', attempt: 2, result: 2 });
    const events = await loadTaskEvents(id);
    const [delayed, again] = events.slice(-3);
    expect(delayed).toMatchObject({
      status: 'pending',
      attempt: 1,
      error_code: 'script_error',
      error_message: waiting.error_message,
      run_at: waiting.run_at,
    });
    const pause = Date.parse(again?.time ?? '') - Date.parse(delayed?.time ?? '');
    expect(pause).toBeGreaterThanOrEqual(1_900);
    // The sweep runs every third of the lease and would take up to 10 s.
    expect(pause).toBeLessThan(8_000);
    expect(again).not.toHaveProperty('run_at');
  });

  it('an invalid result is retried only where retry_on names it', async () => {
    const more = { max_attempts: 2, result_schema: { type: 'string' }, ...AT_ONCE };
    const attempts = [];
    for (const retry_on of [null, ['invalid_result']]) {
      const type = await createMetaTask(server, 'python', 'def run(p, r):\n    return 1\n', {
        ...more,
        retry_on,
      });
      const task = await taskWhen(server, await createTask(server, type));
      expect(task.error_code).toBe('invalid_result');
      attempts.push(task.attempt);
    }
    expect(attempts).toEqual([1, 2]);
  });

  it('a retry by hand gives a task all of its attempts again', async () => {
    const type = await createMetaTask(server, 'python', FLAKY, {
      max_attempts: 2,
      ...AT_ONCE,
    });
    const id = await createTask(server, type, { good: 4 });
    expect(await taskWhen(server, id)).toMatchObject({ status: 'failed', attempt: 2 });
    await server.call('POST', `${TASKS}/${id}/retry`);
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success', attempt: 4 });
  });
});

describe('the total time limit', () => {
  it('a run that passes the total time limit is stopped, and the error names the limit', async () => {
    const type = await createMetaTask(server, 'python', SLEEPS, {
      total_timeout_seconds: 1,
      max_attempts: 3,
      ...AT_ONCE,
    });
    const id = await createTask(server, type);
    const { body } = await readTask(server, id);
    const total = Date.parse(body.deadline_at ?? '') - Date.parse(body.created_at);
    expect(Math.abs(total - 1_000)).toBeLessThan(100);
    const task = await taskWhen(server, id);
    expect(task).toMatchObject({
      status: 'failed',
      error_code: 'timeout',
      error_message:
        'The task passed its total limit of 1 s (total_timeout_seconds) and was stopped.',
    });
  });

  it('a run that passes its own smaller limit is stopped in the name of that limit', async () => {
    const type = await createMetaTask(server, 'python', SLEEPS, {
      total_timeout_seconds: 600,
      timeout_seconds: 1,
    });
    const task = await taskWhen(server, await createTask(server, type));
    expect(task.error_message).toBe('The run passed its timeout of 1 s and was stopped.');
  });

  it('the total limit counts from the first due time, and again from a retry by hand', async () => {
    const type = await createMetaTask(server, 'python', NO_OP.python, {
      total_timeout_seconds: 60,
    });
    const run_at = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await server.call<{ id: string }>('POST', TASKS, {
      body: { task_type_identifier: type, run_at },
    });
    const task = (await readTask(server, body.id)).body;
    expect(task.run_at).toBe(run_at);
    expect(Date.parse(task.deadline_at ?? '') - Date.parse(run_at)).toBe(60_000);
    await server.call('POST', `${TASKS}/${body.id}/cancel`);
    await server.call('POST', `${TASKS}/${body.id}/retry`);
    const again = await taskWhen(server, body.id);
    expect(again.status).toBe('success');
    const total = Date.parse(again.deadline_at ?? '') - Date.parse(again.run_at);
    expect(Math.abs(total - 60_000)).toBeLessThan(100);
  });
});

describe('what a meta-task says of retries', () => {
  it.each([
    ['max_attempts', 0],
    ['max_attempts', 101],
    ['max_attempts', 1.5],
    ['max_attempts', '3'],
    ['retry_delay_seconds', -1],
    ['retry_delay_seconds', 604_801],
    ['retry_delay_seconds', '1'],
    ['retry_factor', 0.5],
    ['retry_factor', 101],
    ['retry_max_delay_seconds', -1],
    ['retry_max_delay_seconds', 0.5],
    ['retry_jitter', 1.1],
    ['retry_jitter', -0.1],
    ['retry_on', []],
    ['retry_on', 'timeout'],
    ['retry_on', ['cancelled']],
    ['retry_on', ['worker_lost']],
    ['retry_on', ['nothing']],
    ['total_timeout_seconds', 0],
    ['total_timeout_seconds', 31_536_001],
    ['total_timeout_seconds', 0.5],
  ])('a meta-task with %s %j is refused', async (field, value) => {
    const { code, errors } = requireProblem(
      await postMetaTask(server, { name: 'x', [field]: value }),
    );
    expect(code).toBe('validation_failed');
    expect(errors.map(({ pointer }) => pointer)).toEqual([`/${field}`]);
  });
});
