import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bulkEnd, readBulk, startBulk } from '../support/bulk.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sql } from '../support/sql.js';
import { createMetaTask, TASKS } from '../support/tasks.js';
import { until } from '../support/until.js';

/** More tasks than a server handles before it reports its progress. */
const COUNT = 3_000;
const OF_A_BATCH = 1_000;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ METARUN_SHUTDOWN_SECONDS: '0' });
  const identifier = await createMetaTask(server, 'typescript', NO_OP.typescript);
  const run_at = new Date(Date.now() + 86_400_000).toISOString();
  const one = { task_type_identifier: identifier, run_at };
  const tasks = Array.from({ length: OF_A_BATCH }, () => one);
  for (let made = 0; made < COUNT; made += OF_A_BATCH) {
    const { status } = await server.call('POST', `${TASKS}/batch`, { body: { tasks } });
    expect(status).toBe(201);
  }
});
afterAll(() => server.stop());

/**
 * Kills the server after it has done a part of the operation, restarts it, and lets the lease of the dead server pass.
 */
async function killAmid(id: string): Promise<void> {
  const amid = await until('a part of the operation', async () => {
    const one = await readBulk(server, id);
    return one.done > 0 ? one : undefined;
  });
  expect(amid).toMatchObject({ state: 'running', total: COUNT });
  await server.end('SIGKILL');
  await sql(server, `UPDATE bulk_operations SET next_at = 0 WHERE state = 'running'`);
  await server.restart();
}

it('a bulk operation killed midway resumes, cancels every task and reruns every task exactly once', async () => {
  const pending = { filter: { status: 'pending' }, expected: COUNT };
  const cancelling = await startBulk(server, { action: 'cancel', ...pending });
  await killAmid(cancelling.id);
  const all = { state: 'done', total: COUNT, done: COUNT, refused_count: 0 };
  expect(await bulkEnd(server, cancelling.id)).toMatchObject(all);
  expect(await sql(server, `SELECT id FROM tasks WHERE status <> 'cancelled'`)).toEqual([]);

  const cancelled = { filter: { status: 'cancelled' }, expected: COUNT };
  const repeating = await startBulk(server, { action: 'rerun', ...cancelled });
  await killAmid(repeating.id);
  expect(await bulkEnd(server, repeating.id)).toMatchObject(all);
  const made = await sql<{ rerun_of: string }>(
    server,
    'SELECT rerun_of FROM tasks WHERE rerun_of IS NOT NULL',
  );
  expect(made).toHaveLength(COUNT);
  expect(new Set(made.map(({ rerun_of }) => rerun_of)).size).toBe(COUNT);
});
