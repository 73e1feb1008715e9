import { afterEach, describe, expect, it } from '@jest/globals';
import { statusesByTask, statusEvents } from '../support/events.js';
import { withBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { sized } from '../support/size.js';
import { createTask, createTaskType, type TaskSummary, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const CHILDREN = sized(30, 12);
const KILLS = 2;
const PATIENCE_MS = 120_000;

interface StepRow {
  kind: string;
  name: string;
  status: string;
}

let server: TestServer;
afterEach(() => server.stop());

async function start(more: Record<string, string> = {}): Promise<void> {
  server = await startServer({
    METARUN_CONCURRENCY: '4',
    METARUN_LEASE_SECONDS: '2',
    METARUN_SHUTDOWN_SECONDS: '0',
    ...more,
  });
}

async function childrenOf(id: string, query = ''): Promise<TaskSummary[]> {
  const path = `${TASKS}?limit=200&parent_id=${id}${query}`;
  return (await server.call<TaskSummary[]>('GET', path)).body;
}

describe('kill -9 of the server', () => {
  it.each(LANGUAGES)(
    'in the middle of a fan-out of a %s script makes each child once, and ends the parent once',
    async (language) => {
      await start();
      const child = await createTaskType(
        server,
        'typescript',
        withBody('typescript', 'await reporter.step("work", () => 1);\nreturn params.n;'),
      );
      const parent = await createTaskType(
        server,
        language,
        withBody(
          language,
          language === 'python'
            ? `first = reporter.run_tasks([("${child}", {"n": n}) for n in range(${CHILDREN})])
return [sum(first), reporter.run_task("${child}", {"n": 7})]`
            : `const all = Array.from({ length: ${CHILDREN} }, (_, n) => reporter.runTask("${child}", { n }));
const first = await Promise.all(all);
return [first.reduce((sum, n) => sum + n), await reporter.runTask("${child}", { n: 7 })];`,
        ),
      );
      const id = await createTask(server, parent);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const least = (CHILDREN * (kill - 1)) / KILLS;
        await until(
          'some children to have ended',
          async () => {
            const ended = await childrenOf(id, '&status=success');
            return ended.length >= least;
          },
          PATIENCE_MS,
        );
        await server.restart('SIGKILL');
      }
      const task = await taskWhen(server, id, undefined, PATIENCE_MS);
      const sum = (CHILDREN * (CHILDREN - 1)) / 2;
      expect(task).toMatchObject({ error_message: null, status: 'success', result: [sum, 7] });
      const children = await childrenOf(id);
      expect(children).toHaveLength(CHILDREN + 1);
      const statuses = statusesByTask(await statusEvents(server, id));
      for (const one of [...children, task])
        expect((statuses.get(one.id) ?? []).filter((status) => status === 'success')).toHaveLength(
          1,
        );
      const steps = await server.call<StepRow[]>('GET', `${TASKS}/${id}/steps?limit=1000`);
      expect(steps.body.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
        Array.from({ length: CHILDREN + 1 }, () => 'task success'),
      );
    },
  );

  it('after a parent was cancelled leaves none of its tree behind', async () => {
    await start();
    const leaf = await createTaskType(
      server,
      'typescript',
      withBody('typescript', 'await reporter.sleep(3600);'),
    );
    const parent = await createTaskType(
      server,
      'typescript',
      withBody(
        'typescript',
        `await reporter.runTasks(Array.from({ length: 100 }, () => ["${leaf}"]));`,
      ),
    );
    const id = await createTask(server, parent);
    await until('the children to be there', async () => (await childrenOf(id)).length === 100);
    await server.call('POST', `${TASKS}/${id}/cancel`);
    await server.restart('SIGKILL');
    await until(
      'all children to be cancelled',
      async () => (await childrenOf(id, '&status=cancelled')).length === 100,
      PATIENCE_MS,
    );
  });

  it('loses no event, and gives none twice', async () => {
    await start();
    const parent = await createTaskType(
      server,
      'python',
      withBody('python', 'return [reporter.wait_for_event("item") for _ in range(12)]'),
    );
    const id = await createTask(server, parent);
    for (let payload = 0; payload < 12; payload += 1) {
      const path = `${TASKS}/${id}/events/item`;
      expect((await server.call('POST', path, { body: { payload } })).status).toBe(200);
      if (payload % 4 === 3) await server.restart('SIGKILL');
    }
    const task = await taskWhen(server, id, undefined, PATIENCE_MS);
    expect(task.result).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });
});

it('children that end while their parents are cancelled keep nobody waiting', async () => {
  await start({ METARUN_CONCURRENCY: '16' });
  const leaf = await createTaskType(
    server,
    'typescript',
    withBody('typescript', 'return params.n;'),
  );
  const parent = await createTaskType(
    server,
    'typescript',
    withBody(
      'typescript',
      `return (await reporter.runTasks(Array.from({ length: 40 }, (_, n) => ["${leaf}", { n }]))).length;`,
    ),
  );
  const ids = await Promise.all(Array.from({ length: 6 }, () => createTask(server, parent)));
  await until(
    'some children to have ended',
    async () => {
      const ended = await Promise.all(ids.map((id) => childrenOf(id, '&status=success')));
      return ended.some((children) => children.length > 5);
    },
    PATIENCE_MS,
  );
  const cancels = ids
    .slice(0, 3)
    .flatMap((id) => [
      server.call('POST', `${TASKS}/${id}/cancel`),
      childrenOf(id).then((children) =>
        Promise.all(
          children.slice(0, 20).map((child) => server.call('POST', `${TASKS}/${child.id}/cancel`)),
        ),
      ),
    ]);
  for (const answer of (await Promise.all(cancels)).flat())
    expect([200, 409]).toContain(answer.status);
  for (const id of ids.slice(3))
    expect(await taskWhen(server, id, undefined, PATIENCE_MS)).toMatchObject({ result: 40 });
  for (const id of ids.slice(0, 3)) {
    await taskWhen(server, id, undefined, PATIENCE_MS);
    await until(
      'its children to have ended',
      async () =>
        (await childrenOf(id)).every(
          ({ status }) => status === 'success' || status === 'cancelled',
        ),
      PATIENCE_MS,
    );
  }
});
