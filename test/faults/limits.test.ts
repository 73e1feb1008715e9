import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusEvents, type StreamedEvent } from '../support/events.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { createTask, createTasks, createMetaTask, readTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const SETTINGS = {
  METARUN_LEASE_SECONDS: '2',
  METARUN_CONCURRENCY: '4',
  METARUN_SHUTDOWN_SECONDS: '0',
};
/** Tasks of each of two servers under one limit, and under one limit for each key. */
const MANY = sized(40, 15);
const KEYS = sized(20, 8);
const BRIEF = 'import time\ndef run(params, reporter):\n    time.sleep(0.15)\n';
const SHORT =
  'export async function run() {\n  await new Promise((done) => setTimeout(done, 20));\n}\n';
/** Fails twice; the first attempt of each server that dies under it hangs. */
const FAILS_TWICE = `import time
def run(params, reporter):
    reporter.set_phase("On")
    time.sleep(0.3)
    if reporter.task.attempt < 3:
        raise ValueError("not yet")
    return reporter.task.attempt
`;

/** Its first attempt is under way for as long as it may be, the second fails. */
const FAILS_ONCE = `import time
def run(params, reporter):
    reporter.set_phase("On")
    time.sleep(600 if reporter.task.attempt == 1 else 0)
    if reporter.task.attempt < 3:
        raise ValueError("not yet")
    return "done"
`;
const TWO = { max_attempts: 2, retry_delay_seconds: 0 };
/** The first attempt of the first task never ends. */
const HOLDS = `import time
def run(params, reporter):
    reporter.set_phase("On")
    time.sleep(600 if reporter.task.attempt == 1 and params["index"] == 0 else 0)
`;

async function historyOf(server: ServerProcess): Promise<StreamedEvent['data'][]> {
  const marker = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
  return (await statusEvents(server, marker)).map(({ data }) => data);
}

/** The most of `ids` that ran at the same time, by the order in which the database committed it. */
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

    it('reach a concurrency limit together and never pass it', async () => {
      const limit = sized(20, 6);
      const type = await createMetaTask(first, 'typescript', SHORT, { concurrency_limit: limit });
      const batches = await Promise.all(
        [first, survivor].map((server) => createTasks(server, [type], sized(1_500, 20))),
      );
      const ids = batches.flat();
      for (const id of ids) expect((await taskWhen(survivor, id)).status).toBe('success');
      expect(mostAtOnce(await historyOf(survivor), ids)).toBe(limit);
    });

    it('never pass a concurrency limit together, also when one of them is killed', async () => {
      const keyed = { concurrency_limit: 1, concurrency_key: '/index' };
      const one = await createMetaTask(first, 'python', BRIEF, { concurrency_limit: 1 });
      const two = await createMetaTask(first, 'python', BRIEF, { concurrency_limit: 2 });
      const each = await createMetaTask(first, 'python', BRIEF, keyed);
      const batches = await Promise.all([
        createTasks(first, [one], MANY),
        createTasks(survivor, [one], MANY),
        createTasks(first, [two], MANY),
        createTasks(survivor, [two], MANY),
        // Both make tasks with the same indices: keys of two tasks each.
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
      const events = await historyOf(survivor);
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

  it('loses and uses up no attempt of a task, neither in its midst nor before a retry, and frees the slot of a limit', async () => {
    const held = await beginHeld(server);
    const midst = await createTask(server, await createMetaTask(server, 'python', FAILS_ONCE, TWO));
    await taskWhen(server, midst, (task) => task.current_phase === 'On');
    const retried = await createMetaTask(server, 'python', FAILS_TWICE, {
      max_attempts: 3,
      retry_delay_seconds: 4,
      retry_jitter: 0,
    });
    const ids = await createTasks(server, [retried], 6);
    for (const id of ids) await taskWhen(server, id, (task) => task.error_code !== null);
    await server.restart('SIGKILL');

    for (const id of ids)
      expect(await taskWhen(server, id)).toMatchObject({
        status: 'success',
        result: expect.any(Number),
      });
    // The first was lost, the second failed, the third is the second of two that may fail.
    expect(await taskWhen(server, midst)).toMatchObject({
      status: 'success',
      attempt: 3,
      result: 'done',
    });
    for (const id of held) expect((await taskWhen(server, id)).status).toBe('success');
    const events = await historyOf(server);
    for (const id of ids) {
      const own = events.filter(({ task_id }) => task_id === id);
      // On a slow machine the kill meets a later attempt, which is lost then.
      const again = own.filter(({ status, attempt }) => status === 'pending' && attempt > 0);
      expect([2, 3]).toContain(again.length);
      expect(again.map(({ attempt }) => attempt)).toEqual(again.map((_, index) => index + 1));
      expect(again[0]?.error_code).toBe('script_error');
      const lost = again.filter(({ error_code: code }) => code !== 'script_error');
      expect(lost.length).toBeLessThanOrEqual(1);
    }
    expect(mostAtOnce(events, held)).toBe(1);
  });
});

/** Creates tasks under a limit of one, of which the first holds its slot until its server is gone. */
async function beginHeld(server: ServerProcess): Promise<string[]> {
  const type = await createMetaTask(server, 'python', HOLDS, { concurrency_limit: 1 });
  const first = await createTask(server, type, { index: 0 });
  await taskWhen(server, first, (task) => task.current_phase === 'On');
  const ids = [first];
  for (let index = 1; index <= 10; index += 1) ids.push(await createTask(server, type, { index }));
  return ids;
}
