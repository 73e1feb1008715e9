/** Tests workers of two releases side by side: the older one takes no task whose version needs the newer one. */
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { startServer } from '../support/server.js';
import { MODULES, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { NO_OP } from '../support/scripts.js';
import { createMetaTask, createTask, createTasks, readTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const TASKS = 20;

it('an older worker takes no task that needs the newer release, and the newer worker takes it', async () => {
  const older = await startServer({ METARUN_CONCURRENCY: '8' });
  let newer: ServerProcess | null = null;
  try {
    const load = `--import ${resolve('test/support/newer-needs.mjs')}`;
    const env = { ...older.env, METARUN_CONCURRENCY: '2', NODE_OPTIONS: load };
    newer = await startServerProcess(env, undefined, MODULES);
    const plain = await createMetaTask(newer, 'typescript', NO_OP.typescript);
    const needy = await createMetaTask(newer, 'typescript', NO_OP.typescript, { priority: 77 });
    // Only tags set by the operator are listed.
    const { body } = await older.call<{ workers: { tags: string[] }[] }>('GET', '/installation');
    expect(body.workers.map(({ tags }) => tags)).toEqual([[], []]);

    const tasks = await createTasks(older, [needy], TASKS);
    const workers = new Set<string>();
    for (const id of tasks) {
      expect((await taskWhen(older, id)).status).toBe('success');
      const path = `/external/v1/projects/default/tasks/${id}/attempts`;
      const attempts = await older.call<{ worker: string }[]>('GET', path);
      for (const { worker } of attempts.body) workers.add(worker);
    }
    const all = await newer.call<{ workers: { id: string; self: boolean }[] }>(
      'GET',
      '/installation',
    );
    const self = all.body.workers.flatMap((one) => (one.self ? [one.id] : []));
    expect([...workers]).toEqual(self);

    await newer.end('SIGTERM');
    const waiting = await createTask(older, needy);
    await until('the reason', async () => {
      const { pending } = (await readTask(older, waiting)).body as { pending: { reason: string } };
      return pending.reason === 'no_worker' && pending;
    }).then((pending) => expect(pending).toMatchObject({ tags: ['needs:newer'] }));
    // Other tasks still run.
    expect((await taskWhen(older, await createTask(older, plain))).status).toBe('success');
    const scale = await (await fetch(`${older.url}/scale`)).json();
    expect(scale).toMatchObject({ wanted_servers: expect.any(Number) });
    await newer.restart();
    expect((await taskWhen(older, waiting)).status).toBe('success');
  } finally {
    await newer?.stop();
    await older.stop();
  }
});
