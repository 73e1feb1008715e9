/** Metrics of tasks: whatever ended one, it is counted once, and only runs have durations. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServer, type TestServer } from '../support/server.js';
import { TYPES } from '../support/meta-tasks.js';
import { createTask, createMetaTask, runScript, TASKS, taskWhen } from '../support/tasks.js';

const SLEEPS = 'import time\ndef run(params, reporter):\n    time.sleep(60)\n';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Returns what /metrics shows of the ends of tasks. */
async function counted(): Promise<Record<string, number>> {
  const { text } = await server.call('GET', '/metrics', { token: null });
  const pattern =
    /^metarun_(tasks_finished_total|task_(?:run|wait)_duration_seconds_count)(\{.*\})? (\d+)$/gm;
  return Object.fromEntries(
    [...text.matchAll(pattern)].map(([, name, labels = '', value]) => [
      `${name}${labels}`,
      Number(value),
    ]),
  );
}

describe('the metrics of tasks', () => {
  it('the metrics count tasks that end in the queue, but no run for them', async () => {
    await runScript(server, 'typescript', 'export const run = () => 1;');
    const type = await createMetaTask(server, 'python', SLEEPS, { concurrency_limit: 1 });
    const first = await createTask(server, type);
    await taskWhen(server, first, (task) => task.status === 'running');
    const cancelled = await createTask(server, type);
    await server.call('POST', `${TASKS}/${cancelled}/cancel`);
    await server.call('PATCH', `${TYPES}/${type}`, { body: { total_timeout_seconds: 1 } });
    await taskWhen(server, await createTask(server, type));
    expect(await counted()).toEqual({
      'tasks_finished_total{status="success",error_code=""}': 1,
      'tasks_finished_total{status="cancelled",error_code="cancelled"}': 1,
      'tasks_finished_total{status="failed",error_code="timeout"}': 1,
      'task_run_duration_seconds_count{status="success"}': 1,
      task_wait_duration_seconds_count: 1,
    });
    await server.call('POST', `${TASKS}/${first}/cancel`);
    await taskWhen(server, first);
    const after = await counted();
    expect(after['tasks_finished_total{status="cancelled",error_code="cancelled"}']).toBe(2);
    expect(after['task_run_duration_seconds_count{status="cancelled"}']).toBe(1);
  });
});
