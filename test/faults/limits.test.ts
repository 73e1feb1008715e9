import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusEvents, type StreamedEvent } from '../support/events.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import {
  createTask,
  createTasks,
  createMetaTask,
  readTask,
  type TaskDetail,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const SETTINGS = {
  METARUN_LEASE_SECONDS: '2',
  METARUN_CONCURRENCY: '4',
  METARUN_SHUTDOWN_SECONDS: '0',
};
/** Number of tasks that each of two servers creates under one limit, and under one limit per key. */
const MANY = sized(40, 15);
const KEYS = sized(20, 8);
const BRIEF = 'import time\ndef run(params, reporter):\n    time.sleep(0.15)\n';
const SHORT =
  'export async function run() {\n  await new Promise((done) => setTimeout(done, 20));\n}\n';
/** Fails in the first two attempts. */
const FAILS_TWICE = `import time
def run(params, reporter):
    reporter.set_phase("On")
    time.sleep(0.3)
    if reporter.task.attempt < 3:
        raise ValueError("not yet")
    return reporter.task.attempt
`;

async function loadHistory(server: ServerProcess): Promise<StreamedEvent['data'][]> {
  const marker = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
  return (await statusEvents(server, marker)).map(({ data }) => data);
}

/** Returns the largest number of `ids` that ran simultaneously, in the order of the database's commits. */
function mostAtOnce(events: readonly StreamedEvent['data'][], ids: readonly string[]): number {
  const own = new Set(ids);
  const running = new Set<string>();
  let most = 0;
  for (const { task_id, status } of events) {
    if (!own.has(task_id)) continue;
    if (status === 'running') running.add(task_id);
    else running.delete(task_id);
    most = Math.max(most, running.size);
  }
  return most;
}

async function slotsTaken(server: ServerProcess): Promise<number> {
  const { body } = await server.call<{ details: { queue: { running: number } } }>(
    'GET',
    '/health/ready',
  );
  return body.details.queue.running;
}

if (DATABASE === 'postgres')
  describe('two servers on one database', () => {
    let first: ServerProcess;
    let survivor: ServerProcess;
    beforeAll(async () => {
      first = await startServerProcess({
        ...SETTINGS,
        METARUN_CONCURRENCY: String(sized(16, 4)),
      });
      survivor = await startServerProcess(first.env);
    });
    afterAll(async () => {
      await survivor.end('SIGKILL');
      await first.stop();
    });

    it('two servers together reach a concurrency limit and never exceed it', async () => {
      const limit = sized(20, 6);
      const type = await createMetaTask(first, 'typescript', SHORT, { concurrency_limit: limit });
      const batches = await Promise.all(
        [first, survivor].map((server) => createTasks(server, [type], sized(1_500, 20))),
      );
      const ids = batches.flat();
      for (const id of ids) expect((await taskWhen(survivor, id)).status).toBe('success');
      expect(mostAtOnce(await loadHistory(survivor), ids)).toBe(limit);
    });

    it('two servers together never exceed a concurrency limit, even when one is killed', async () => {
      const keyed = { concurrency_limit: 1, concurrency_key: '/index' };
      const one = await createMetaTask(first, 'python', BRIEF, { concurrency_limit: 1 });
      const two = await createMetaTask(first, 'python', BRIEF, { concurrency_limit: 2 });
      const each = await createMetaTask(first, 'python', BRIEF, keyed);
      const batches = await Promise.all([
        createTasks(first, [one], MANY),
        createTasks(survivor, [one], MANY),
        createTasks(first, [two], MANY),
        createTasks(survivor, [two], MANY),
        // Both servers create tasks with the same indices, so each key has two tasks.
        createTasks(first, [each], KEYS),
        createTasks(survivor, [each], KEYS),
      ]);
      const [ones, twos, keys] = [0, 2, 4].map((at) => batches.slice(at, at + 2).flat());
      await until(
        'both to work',
        async () => (await slotsTaken(first)) > 0 && (await slotsTaken(survivor)) > 0,
      );
      await first.end('SIGKILL');
      for (const id of batches.flat())
        expect((await taskWhen(survivor, id, undefined, 60_000)).status).toBe('success');
      const events = await loadHistory(survivor);
      expect(mostAtOnce(events, ones ?? [])).toBe(1);
      expect(mostAtOnce(events, twos ?? [])).toBe(2);
      const byKey = new Map<number, string[]>();
      for (const id of keys ?? []) {
        const { index } = (await readTask(survivor, id)).body.params as { index: number };
        byKey.set(index, [...(byKey.get(index) ?? []), id]);
      }
      expect(byKey.size).toBe(KEYS);
      for (const pair of byKey.values()) expect(mostAtOnce(events, pair)).toBe(1);
    });
  });

describe('kill -9 of the server', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess(SETTINGS);
  });
  afterAll(() => server.stop());

  it('a kill -9 while tasks wait for a retry neither loses nor consumes an attempt', async () => {
    const type = await createMetaTask(server, 'python', FAILS_TWICE, {
      max_attempts: 3,
      retry_delay_seconds: 1,
      retry_jitter: 0,
    });
    const ids = await createTasks(server, [type], 6);
    const hasFailed = (task: TaskDetail): boolean => task.error_code !== null || task.attempt > 1;
    for (const id of ids) await taskWhen(server, id, hasFailed);
    await server.restart('SIGKILL');
    for (const id of ids)
      expect(await taskWhen(server, id)).toMatchObject({
        status: 'success',
        result: expect.any(Number),
      });
    const events = await loadHistory(server);
    for (const id of ids) {
      const own = events.filter(({ task_id }) => task_id === id);
      // On a slow machine, the kill may come during the second attempt, which is then lost instead.
      const again = own.filter(({ status, attempt }) => status === 'pending' && attempt > 0);
      expect(again.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(again[0]?.error_code).toBe('script_error');
    }
  });

  it('an attempt cut off by a kill -9 does not count as a failed one', async () => {
    const type = await createMetaTask(
      server,
      'python',
      `import time
def run(params, reporter):
    reporter.set_phase("On")
    time.sleep(60 if reporter.task.attempt == 1 else 0)
    if reporter.task.attempt < 3:
        raise ValueError("not yet")
    return "done"
`,
      { max_attempts: 2, retry_delay_seconds: 0 },
    );
    const id = await createTask(server, type);
    await taskWhen(server, id, (task) => task.current_phase === 'On');
    await server.restart('SIGKILL');
    // The first attempt was lost and the second failed; the third is the second of two that may fail.
    expect(await taskWhen(server, id)).toMatchObject({
      status: 'success',
      attempt: 3,
      result: 'done',
    });
  });

  it('a kill -9 frees the concurrency slot of the running task', async () => {
    const type = await createMetaTask(
      server,
      'python',
      `import time
def run(params, reporter):
    reporter.set_phase("On")
    time.sleep(60 if reporter.task.attempt == 1 and params["index"] == 0 else 0)
`,
      { concurrency_limit: 1 },
    );
    const held = await createTask(server, type, { index: 0 });
    await taskWhen(server, held, (task) => task.current_phase === 'On');
    const ids: string[] = [];
    for (let index = 1; index <= 10; index += 1)
      ids.push(await createTask(server, type, { index }));
    await server.restart('SIGKILL');
    for (const id of [held, ...ids]) expect((await taskWhen(server, id)).status).toBe('success');
    expect(mostAtOnce(await loadHistory(server), [held, ...ids])).toBe(1);
  });
});
