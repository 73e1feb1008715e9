import { afterEach, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { startServerProcess } from '../support/server-process.js';
import { createMetaTask, TASKS, type TaskSummary } from '../support/tasks.js';
import { until } from '../support/until.js';

let server: TestServer;
afterEach(() => server.stop());

const later = (): string => new Date(Date.now() + 3_600_000).toISOString();

describe('METARUN_LIMITS.pending_tasks', () => {
  it('METARUN_LIMITS.pending_tasks bounds the pending tasks of a project, batches included', async () => {
    server = await startServer({ METARUN_LIMITS: 'pending_tasks=10' });
    const type = await createMetaTask(server, 'python', NO_OP.python);
    const task = { task_type_identifier: type, run_at: later() };
    const batch = (count: number) =>
      server.call<TaskSummary[]>('POST', `${TASKS}/batch`, {
        body: { tasks: Array.from({ length: count }, () => task) },
      });
    const one = () => server.call<TaskSummary>('POST', TASKS, { body: task });
    const eleven = await batch(11);
    expect([eleven.status, requireProblem(eleven).code]).toEqual([429, 'queue_full']);
    expect(requireProblem(eleven).detail).toContain('A batch must be smaller');
    expect((await batch(8)).status).toBe(201);
    expect((await batch(3)).status).toBe(429);
    expect([(await one()).status, (await one()).status]).toEqual([201, 201]);
    const refused = await one();
    expect([refused.status, requireProblem(refused).code]).toEqual([429, 'queue_full']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await server.call('GET', `${TASKS}?limit=200`)).body).toHaveLength(10);

    const { body } = await server.call<TaskSummary[]>('GET', `${TASKS}?limit=1`);
    await server.call('POST', `${TASKS}/${body[0]?.id}/cancel`);
    const admitted = await until('space in the queue', async () => {
      const answer = await one();
      return answer.status === 201 && answer;
    });
    expect(admitted.body.status).toBe('pending');
    expect((await one()).status).toBe(429);
  });

  it('the queue limit admits a repeated request, counts by project, and survives a restart', async () => {
    const killed = await startServerProcess({ METARUN_LIMITS: 'pending_tasks=1' });
    server = killed;
    const type = await createMetaTask(server, 'python', NO_OP.python);
    const body = { task_type_identifier: type, run_at: later() };
    const headers = { 'Idempotency-Key': 'once' };
    const first = await server.call<TaskSummary>('POST', TASKS, { body, headers });
    expect(first.status).toBe(201);
    const again = await server.call<TaskSummary>('POST', TASKS, { body, headers });
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);

    await killed.restart('SIGKILL');
    expect((await server.call('POST', TASKS, { body })).status).toBe(429);
    await server.call('POST', '/projects', { body: { name: 'other', slug: 'other' } });
    await server.call('POST', '/projects/other/task-types/', {
      body: { name: 'No-op', identifier: type, script: NO_OP.python },
    });
    const token = server.adminToken;
    const answer = await server.call('POST', '/external/v1/projects/other/tasks', { token, body });
    expect(answer.status).toBe(201);
  });
});
