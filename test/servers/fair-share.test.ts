import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import {
  createMetaTask,
  readTask,
  type TaskDetail,
  TASKS,
  type TaskSummary,
} from '../support/tasks.js';
import { until } from '../support/until.js';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ METARUN_CONCURRENCY: '4', METARUN_SHUTDOWN_SECONDS: '0' });
});
afterAll(() => server.stop());

describe('fair share', () => {
  it('two other projects each get a slot while one fills all slots with hanging tasks', async () => {
    const headers = { token: server.adminToken };
    const hangs = await createMetaTask(
      server,
      'python',
      'import time\ndef run(params, reporter):\n    time.sleep(600)\n',
    );
    const tasks = Array.from({ length: 20 }, () => ({
      task_type_identifier: hangs,
      priority: 100,
    }));
    const batch = await server.call<TaskSummary[]>('POST', `${TASKS}/batch`, { body: { tasks } });
    expect(batch.status).toBe(201);
    const running = async (): Promise<number> =>
      (
        await server.call<TaskSummary[]>(
          'GET',
          `${TASKS}?status=running&task_type=${hangs}&limit=100`,
        )
      ).body.length;
    await until('all slots to be taken', async () => (await running()) === 4);
    for (const slug of ['first-victim', 'second-victim']) {
      await server.call('POST', '/projects', { body: { name: slug, slug } });
      await server.call('POST', `/projects/${slug}/task-types/`, {
        body: { name: 'Victim', identifier: 'victim', script: NO_OP.python },
      });
      const path = `/external/v1/projects/${slug}/tasks`;
      const { body } = await server.call<TaskSummary>('POST', path, {
        ...headers,
        body: { task_type_identifier: 'victim' },
      });
      await until('the other project to be served', async () => {
        const answer = await server.call<TaskDetail>('GET', `${path}/${body.id}`, headers);
        return answer.body.status === 'success';
      });
      // The project that uses all slots got no more of them.
      expect(await running()).toBe(4);
    }
    for (const { id } of batch.body.toReversed())
      await server.call('POST', `${TASKS}/${id}/cancel`);
    await until('all to have ended', async () => (await running()) === 0);
  });

  it('another project gets the next slot despite a flood of higher priority', async () => {
    const slug = 'quiet';
    await server.call('POST', '/projects', { body: { name: slug, slug } });
    const headers = { token: server.adminToken };
    const script = 'import time\ndef run(params, reporter):\n    time.sleep(0.3)\n';
    await server.call('POST', `/projects/${slug}/task-types/`, {
      body: { name: 'Quiet', identifier: 'quiet', script },
    });
    const flood = await createMetaTask(server, 'python', script);
    const tasks = Array.from({ length: 1000 }, () => ({
      task_type_identifier: flood,
      priority: 100,
    }));
    for (let times = 0; times < 2; times += 1)
      expect((await server.call('POST', `${TASKS}/batch`, { body: { tasks } })).status).toBe(201);
    // A server that starts with all tasks in the table must consider every project.
    await server.restart('SIGKILL');
    const path = `/external/v1/projects/${slug}/tasks`;
    const { body } = await server.call<TaskSummary>('POST', path, {
      ...headers,
      body: { task_type_identifier: 'quiet', priority: -100 },
    });
    const task = await until('the other project to be served', async () => {
      const answer = await server.call<TaskDetail>('GET', `${path}/${body.id}`, headers);
      return answer.body.started_at !== null && answer.body;
    });
    const { body: ended } = await server.call<TaskSummary[]>(
      'GET',
      `${TASKS}?task_type=${flood}&status=success&limit=200`,
    );
    const between = ended.filter(
      ({ started_at }) =>
        Date.parse(started_at ?? '') > Date.parse(task.created_at) &&
        Date.parse(started_at ?? '') < Date.parse(task.started_at ?? ''),
    );
    // Only tasks that had a slot by then, or got one at that moment, came first.
    expect(between.length).toBeLessThanOrEqual(4);
    expect((await readTask(server, body.id)).status).toBe(404);
  });
});
