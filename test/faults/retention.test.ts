import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EVENTS_EACH, oldCopies } from '../support/old-tasks.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { loadNumber, sql } from '../support/sql.js';
import { createTask, createMetaTask, readTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const RETENTION = '/projects/default/retention';
const COUNT = 5_000;
/** Retention in days that is set before each kill. */
const DAYS = sized([30, 20, 10], [30]);

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ METARUN_RETENTION: 'tasks_days=0' });
});
afterAll(() => server.stop());

/**
 * Leaves the server with `COUNT` tasks that ended 100 days ago, kept forever so far, and returns one that ended now.
 */
async function withOldTasks(): Promise<{ identifier: string; young: string }> {
  const forEver = { tasks_days: 0, events_days: 0, logs_days: 0 };
  expect((await server.call('PATCH', RETENTION, { body: forEver })).status).toBe(200);
  for (const table of ['tasks', 'task_events']) await sql(server, `DELETE FROM ${table}`);
  const identifier = await createMetaTask(server, 'python', NO_OP.python);
  const young = await createTask(server, identifier);
  await taskWhen(server, young);
  await oldCopies(server, young, COUNT, 100);
  return { identifier, young };
}

function tasksLeft(): Promise<number> {
  return loadNumber(server, 'SELECT COUNT(*) FROM tasks');
}

/** Returns the number of remaining events of tasks. Events of the project itself have no task. */
function eventsLeft(): Promise<number> {
  return loadNumber(server, "SELECT COUNT(*) FROM task_events WHERE task_id <> ''");
}

function orphans(): Promise<number> {
  return loadNumber(
    server,
    "SELECT COUNT(*) FROM task_events e WHERE e.task_id <> '' AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = e.task_id)",
  );
}

describe('a large deletion', () => {
  it('a large deletion cut off by kill -9 leaves no orphaned events and finishes after the next start', async () => {
    const { young } = await withOldTasks();
    expect(await eventsLeft()).toBeGreaterThan(COUNT * EVENTS_EACH);
    for (const days of DAYS) {
      const before = await tasksLeft();
      await server.call('PATCH', RETENTION, { body: { tasks_days: days } });
      await until('some tasks to be deleted', async () => (await tasksLeft()) < before, 60_000);
      await server.restart('SIGKILL');
      expect(await orphans()).toBe(0);
    }
    await until('the rest to be deleted', async () => (await tasksLeft()) === 1, 120_000);
    expect(await orphans()).toBe(0);
    expect(await eventsLeft()).toBe(3);
    expect((await readTask(server, young)).body.status).toBe('success');
  });

  it('tasks are accepted and run during a large deletion', async () => {
    const { identifier } = await withOldTasks();
    await server.call('PATCH', RETENTION, { body: { tasks_days: 30 } });
    let meanwhile = 0;
    for (let made = 1; (await tasksLeft()) > made + 1; made += 1) {
      const task = await taskWhen(server, await createTask(server, identifier));
      expect(task.status).toBe('success');
      meanwhile += 1;
    }
    expect(meanwhile).toBeGreaterThan(0);
    expect(await orphans()).toBe(0);
  });

  it('a large deletion stops as soon as retention is switched off', async () => {
    const { identifier } = await withOldTasks();
    const before = await tasksLeft();
    await server.call('PATCH', RETENTION, { body: { tasks_days: 30 } });
    await until('some tasks to be deleted', async () => (await tasksLeft()) < before, 60_000);
    await server.call('PATCH', RETENTION, { body: { tasks_days: 0 } });
    const [tasks, events] = [await tasksLeft(), await eventsLeft()];
    expect(tasks).toBeGreaterThan(1);
    // A sweep that had missed the change would continue during these tasks.
    for (let made = 1; made <= 10; made += 1)
      await taskWhen(server, await createTask(server, identifier));
    expect(await tasksLeft()).toBe(tasks + 10);
    expect(await eventsLeft()).toBe(events + 30);
  });

  const onPostgres = DATABASE === 'postgres' ? it : it.skip;
  onPostgres(
    'two servers that apply retention at once delete the same rows, and neither fails',
    async () => {
      await withOldTasks();
      const other = await startServerProcess(server.env);
      try {
        await Promise.all(
          [server, other].map((each) =>
            each.call('PATCH', RETENTION, { body: { tasks_days: 30 } }),
          ),
        );
        await until('all to be deleted', async () => (await tasksLeft()) === 1, 120_000);
        expect(await eventsLeft()).toBe(3);
        for (const { output } of [server, other]) expect(output.stderr).not.toContain('could not');
      } finally {
        await other.end('SIGTERM');
      }
    },
  );
});
