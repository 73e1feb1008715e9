import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusesByTask, statusEvents } from '../support/events.js';
import { loadRows } from '../support/http.js';
import { withBody } from '../support/inline-script.js';
import { LANGUAGES, NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { sql } from '../support/sql.js';
import { createTask, createMetaTask, type TaskSummary, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

declare const DATABASE: 'sqlite' | 'postgres';

const CHILDREN = sized(30, 12);
const KILLS = 2;
/** Number of children of the cancelled parent. */
const LEAVES = sized(100, 40);
/** Number of children of each of several parents. */
const EACH = 40;
/** Number of events that are followed by a kill. */
const EVENTS = sized(4, 8);
const PATIENCE_MS = 120_000;
const DEADLOCKS =
  'SELECT CAST(deadlocks AS integer) AS deadlocks FROM pg_stat_database WHERE datname = current_database()';

type StepRow = Wire['TaskStepDto'];

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({
    METARUN_CONCURRENCY: '8',
    METARUN_LEASE_SECONDS: '2',
    METARUN_SHUTDOWN_SECONDS: '0',
  });
});
afterAll(() => server.stop());

async function loadChildren(id: string, query = ''): Promise<TaskSummary[]> {
  const path = `${TASKS}?limit=200&parent_id=${id}${query}`;
  return (await server.call<TaskSummary[]>('GET', path)).body;
}

describe('kill -9 of the server', () => {
  it('fan-outs survive a kill -9 of the server: each child is created once and each parent ends once', async () => {
    const child = await createMetaTask(
      server,
      'python',
      withBody('python', 'reporter.step("work", lambda: 1)\nreturn params["n"]'),
    );
    const fanOut = {
      python: `first = reporter.run_tasks([("${child}", {"n": n}) for n in range(${CHILDREN})])
return [sum(first), reporter.run_task("${child}", {"n": 7})]`,
      typescript: `const all = Array.from({ length: ${CHILDREN} }, (_, n) => reporter.runTask("${child}", { n }));
const first = await Promise.all(all);
return [first.reduce((sum, n) => sum + n), await reporter.runTask("${child}", { n: 7 })];`,
    };
    const ids: string[] = [];
    for (const language of LANGUAGES) {
      const parent = await createMetaTask(server, language, withBody(language, fanOut[language]));
      ids.push(await createTask(server, parent));
    }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const least = (CHILDREN * (kill - 1)) / KILLS;
      for (const id of ids)
        await until(
          'some children to have ended',
          async () => (await loadChildren(id, '&status=success')).length >= least,
          PATIENCE_MS,
        );
      await server.restart('SIGKILL');
    }
    for (const id of ids) {
      const task = await taskWhen(server, id, undefined, PATIENCE_MS);
      const sum = (CHILDREN * (CHILDREN - 1)) / 2;
      expect(task).toMatchObject({ error_message: null, status: 'success', result: [sum, 7] });
    }
    const marker = await createTask(
      server,
      await createMetaTask(server, 'typescript', NO_OP.typescript),
    );
    const statuses = statusesByTask(await statusEvents(server, marker));
    for (const id of ids) {
      const children = await loadChildren(id);
      expect(children).toHaveLength(CHILDREN + 1);
      for (const one of [id, ...children.map((each) => each.id)])
        expect((statuses.get(one) ?? []).filter((status) => status === 'success')).toHaveLength(1);
      const steps = await loadRows<StepRow>(server, `${TASKS}/${id}/steps?limit=1000`);
      expect(steps.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
        Array.from({ length: CHILDREN + 1 }, () => 'task success'),
      );
    }
  });

  it('all children of a cancelled parent are cancelled although the server is killed', async () => {
    const leaf = await createMetaTask(server, 'python', withBody('python', 'reporter.sleep(3600)'));
    const parent = await createMetaTask(
      server,
      'typescript',
      withBody(
        'typescript',
        `await reporter.runTasks(Array.from({ length: ${LEAVES} }, () => ["${leaf}"]));`,
      ),
    );
    const id = await createTask(server, parent);
    await until('the children to be there', async () => (await loadChildren(id)).length === LEAVES);
    await server.call('POST', `${TASKS}/${id}/cancel`);
    await server.restart('SIGKILL');
    await until(
      'all children to be cancelled',
      async () => (await loadChildren(id, '&status=cancelled')).length === LEAVES,
      PATIENCE_MS,
    );
  });

  it('events sent to a task survive a kill -9 of the server and are received exactly once, in order', async () => {
    const parent = await createMetaTask(
      server,
      'python',
      withBody('python', 'return [reporter.wait_for_event("item") for _ in range(12)]'),
    );
    const id = await createTask(server, parent);
    for (let payload = 0; payload < 12; payload += 1) {
      const path = `${TASKS}/${id}/events/item`;
      expect((await server.call('POST', path, { body: { payload } })).status).toBe(200);
      if (payload % EVENTS === EVENTS - 1) await server.restart('SIGKILL');
    }
    const task = await taskWhen(server, id, undefined, PATIENCE_MS);
    expect(task.result).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });
});

it('children that end while their parents are being cancelled leave no task waiting', async () => {
  const leaf = await createMetaTask(server, 'python', withBody('python', 'return params["n"]'));
  const parent = await createMetaTask(
    server,
    'typescript',
    withBody(
      'typescript',
      `return (await reporter.runTasks(Array.from({ length: ${EACH} }, (_, n) => ["${leaf}", { n }]))).length;`,
    ),
  );
  const ids = await Promise.all(Array.from({ length: 6 }, () => createTask(server, parent)));
  await until(
    'some children to have ended',
    async () => {
      const ended = await Promise.all(ids.map((id) => loadChildren(id, '&status=success')));
      return ended.some((children) => children.length > 2);
    },
    PATIENCE_MS,
  );
  const cancels = ids
    .slice(0, 3)
    .flatMap((id) => [
      server.call('POST', `${TASKS}/${id}/cancel`),
      loadChildren(id).then((children) =>
        Promise.all(
          children
            .slice(0, EACH / 2)
            .map((child) => server.call('POST', `${TASKS}/${child.id}/cancel`)),
        ),
      ),
    ]);
  for (const answer of (await Promise.all(cancels)).flat())
    expect([200, 409]).toContain(answer.status);
  for (const id of ids.slice(3))
    expect(await taskWhen(server, id, undefined, PATIENCE_MS)).toMatchObject({ result: EACH });
  for (const id of ids.slice(0, 3)) {
    await taskWhen(server, id, undefined, PATIENCE_MS);
    await until(
      'its children to have ended',
      async () =>
        (await loadChildren(id)).every(
          ({ status }) => status === 'success' || status === 'cancelled',
        ),
      PATIENCE_MS,
    );
  }
  // There was no deadlock; PostgreSQL ends one after a second.
  if (DATABASE === 'postgres') expect(await sql(server, DEADLOCKS)).toEqual([{ deadlocks: 0 }]);
});
