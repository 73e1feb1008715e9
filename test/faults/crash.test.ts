import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AT_ONCE_MS, WAITED_MS } from '../support/deadlines.js';
import { statusesByTask, statusEvents } from '../support/events.js';
import { FilesClient } from '../support/files-client.js';
import { allEnd, listDescendants } from '../support/processes.js';
import { LANGUAGES, NEVER_ENDS, NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import {
  createTask,
  createTasks,
  createMetaTask,
  readTask,
  type TaskSummary,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

/**
 * Reports that it has begun, writes its attempt to a file and returns it. Four of five tasks first hang in attempt 1.
 */
const WRITES_A_FILE = {
  python: `import time
def run(params, reporter):
    reporter.set_phase("Working")
    if reporter.task.attempt == 1 and params["index"] % 5 > 0:
        time.sleep(600)
    reporter.files.write(f"/runs/{reporter.task.id}.txt", f"attempt {reporter.task.attempt}")
    return reporter.task.attempt
`,
  typescript: `export async function run(params: { index: number }, reporter) {
  reporter.setPhase('Working');
  if (reporter.task.attempt === 1 && params.index % 5 > 0) await new Promise((done) => setTimeout(done, 600_000));
  await reporter.files.write('/runs/' + reporter.task.id + '.txt', 'attempt ' + reporter.task.attempt);
  return reporter.task.attempt;
}
`,
};

declare const DATABASE: 'sqlite' | 'postgres';

/**
 * Lease in s. On SQLite the lock of the data folder proves that a server is dead, so nothing waits for a lease to pass.
 */
const LEASE_SECONDS = DATABASE === 'sqlite' ? WAITED_MS / 1000 : 5;
const RUNNING = sized(50, 16);
const QUEUED = sized(10_000, 150);

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({
    METARUN_CONCURRENCY: String(RUNNING),
    METARUN_LEASE_SECONDS: String(LEASE_SECONDS),
    METARUN_SHUTDOWN_SECONDS: '0',
  });
});
afterAll(() => server.stop());

async function list(query: string): Promise<TaskSummary[]> {
  return (await server.call<TaskSummary[]>('GET', `${TASKS}?limit=200&${query}`)).body;
}

/** Returns the statuses that every task has had before the end of a new task. */
async function history(): Promise<Map<string, string[]>> {
  const marker = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
  const events = await statusEvents(server, marker);
  expect(events.map(({ id }) => id)).toEqual([...new Set(events.map(({ id }) => id))]);
  return statusesByTask(events);
}

describe('kill -9 of the server', () => {
  it('a kill -9 amid many running tasks loses none, settles none twice and leaves no guest process', async () => {
    const identifiers = [
      await createMetaTask(server, 'python', WRITES_A_FILE.python),
      await createMetaTask(server, 'typescript', WRITES_A_FILE.typescript),
    ];
    const ids = await createTasks(server, identifiers, RUNNING);
    await until('those to end that do not wait, and the others to be under way', async () => {
      const finished = await list('status=success');
      const running = await list('status=running');
      const working = running.filter((task) => task.current_phase === 'Working');
      // A lease can pass on a busy machine; the next attempt does not hang.
      return finished.length >= RUNNING / 5 && finished.length + working.length === RUNNING;
    });
    const finishedBefore = await list('status=success');
    const guests = listDescendants(server.pid);
    await server.restart('SIGKILL');
    await allEnd(guests);
    for (const id of ids)
      expect(await taskWhen(server, id)).toMatchObject({ error_message: null, status: 'success' });

    const statuses = await history();
    const files = new FilesClient(server, server.apiKey);
    expect((await files.paths('/runs')).length).toBe(RUNNING);
    for (const id of ids) {
      const { body } = await readTask(server, id);
      const seen = statuses.get(id) ?? [];
      expect(seen.filter((status) => status === 'success')).toHaveLength(1);
      expect(seen.at(-1)).toBe('success');
      expect(body.result).toBe(body.attempt);
      const file = await (await files.raw(`/runs/${id}.txt`)).text();
      expect(file).toBe(`attempt ${body.attempt}`);
    }
    const unchanged = await list('');
    for (const task of finishedBefore) expect(unchanged).toContainEqual(task);
  });

  it('every queued task succeeds exactly once after a kill -9 of the server', async () => {
    const noOp = await createMetaTask(server, 'python', NO_OP.python);
    const ids = await createTasks(server, [noOp], QUEUED);
    await server.restart('SIGKILL');
    const statuses = await until(
      'all to end',
      async () => {
        for (const status of ['pending', 'running'])
          if ((await list(`status=${status}`)).length > 0) return false;
        return history();
      },
      300_000,
    );
    for (const id of ids) {
      const seen = statuses.get(id) ?? [];
      expect([id, seen[0], seen.at(-1)]).toEqual([id, 'pending', 'success']);
      expect(seen.filter((status) => status === 'success')).toHaveLength(1);
    }
  });

  it('a task whose server is killed four times fails as worker_lost', async () => {
    const ids: string[] = [];
    for (const language of LANGUAGES)
      ids.push(
        await createTask(server, await createMetaTask(server, language, NEVER_ENDS[language])),
      );
    for (let crash = 1; crash <= 4; crash += 1) {
      for (const id of ids)
        await taskWhen(server, id, (task) => task.current_phase !== null && task.attempt === crash);
      const guests = listDescendants(server.pid);
      await server.restart('SIGKILL');
      const restarted = performance.now();
      await allEnd(guests);
      for (const id of ids)
        await taskWhen(server, id, (task) => task.attempt > crash || task.status === 'failed');
      expect(performance.now() - restarted).toBeLessThan(AT_ONCE_MS);
    }
    for (const id of ids)
      expect(await taskWhen(server, id)).toMatchObject({
        status: 'failed',
        error_code: 'worker_lost',
        attempt: 4,
      });
    const statuses = await history();
    const lost = ['pending', 'running'];
    for (const id of ids)
      expect(statuses.get(id)).toEqual([...lost, ...lost, ...lost, ...lost, 'failed']);
    // A retry resets the count.
    for (const id of ids) await server.call('POST', `${TASKS}/${id}/retry`);
    for (const id of ids) await taskWhen(server, id, (task) => task.current_phase !== null);
    await server.restart('SIGKILL');
    for (const id of ids) await taskWhen(server, id, (task) => task.attempt === 6);
  });
});
