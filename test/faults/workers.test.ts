import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { statusesByTask, statusEvents } from '../support/events.js';
import { NO_OP } from '../support/scripts.js';
import { MODULES, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { createMetaTask, createTask, createTasks, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** The whole size uses the default lease. */
const LEASE_SECONDS = sized(15, 3);
/** Time beyond the lease and the poll interval on a busy machine, in ms. */
const SLACK_MS = 30_000;
const SETTINGS = {
  METARUN_LEASE_SECONDS: String(LEASE_SECONDS),
  METARUN_SHUTDOWN_SECONDS: '1',
  METARUN_CANCEL_GRACE_SECONDS: '0',
  METARUN_CONCURRENCY: '8',
};

/** The first run hangs; later runs end at once. */
const FIRST_HANGS = `export async function run(params: unknown, reporter) {
  reporter.setPhase('Working');
  const path = '/' + reporter.task.id;
  if (!(await reporter.files.exists(path))) {
    await reporter.files.write(path, 'begun');
    for (let n = 0; ; n += 1) {
      reporter.setProgress(n % 100);
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  return reporter.task.attempt;
}
`;

interface Worker {
  id: string;
  alive: boolean;
  draining: boolean;
  roles: string[];
  running: number;
}

async function workers(api: ServerProcess): Promise<Worker[]> {
  const { body } = await api.call<{ workers: Worker[] }>('GET', '/installation');
  return body.workers.filter(({ roles }) => roles.includes('worker'));
}

async function waitForWorkers(api: ServerProcess, count: number): Promise<Worker[]> {
  return until(`${count} workers`, async () => {
    const alive = (await workers(api)).filter((one) => one.alive);
    return alive.length === count && alive;
  });
}

/** Creates tasks that run on the only worker. */
async function begin(api: ServerProcess, count: number): Promise<string[]> {
  const identifier = await createMetaTask(api, 'typescript', FIRST_HANGS);
  const ids = await createTasks(api, [identifier], count);
  for (const id of ids) await taskWhen(api, id, (task) => task.progress > 2);
  return ids;
}

describe('processes with roles on one PostgreSQL', () => {
  let api: ServerProcess;
  let own: Record<string, string>;
  const others: ServerProcess[] = [];
  const startWorker = async (): Promise<ServerProcess> => {
    const worker = await startServerProcess({ ...own, METARUN_ROLE: 'worker' });
    others.push(worker);
    return worker;
  };
  beforeAll(async () => {
    api = await startServerProcess({ ...SETTINGS, METARUN_ROLE: 'api,keeper' });
    own = api.env;
  });
  afterAll(async () => {
    for (const worker of others) await worker.end('SIGKILL');
    await api.stop();
  });

  it('a worker process serves only health and metrics and runs the tasks of an API process', async () => {
    const id = await createTask(api, await createMetaTask(api, 'typescript', NO_OP.typescript));
    const worker = await startWorker();
    expect((await taskWhen(api, id)).status).toBe('success');
    const statuses = [];
    for (const path of ['/health/live', '/metrics', '/projects', '/', '/docs', '/ui/'])
      statuses.push((await worker.call('GET', path)).status);
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404]);
    expect((await worker.call<{ detail: string }>('GET', '/projects')).body.detail).toContain(
      'METARUN_ROLE is worker',
    );
    expect(await workers(api)).toMatchObject([{ alive: true, roles: ['worker'] }]);
  });

  it('tasks of a killed worker run again on another, each with one outcome', async () => {
    for (let round = 0; round < sized(5, 1); round += 1) {
      const [first] = others.splice(0, 1);
      const ids = await begin(api, 8);
      await startWorker();
      const killed = Date.now();
      await first?.end('SIGKILL');
      for (const id of ids) expect(await taskWhen(api, id)).toMatchObject({ result: 2 });
      const marker = await createTask(
        api,
        await createMetaTask(api, 'typescript', NO_OP.typescript),
      );
      const events = await statusEvents(api, marker);
      for (const id of ids) {
        const again = events.filter(({ data }) => data.task_id === id && data.status === 'running');
        expect(again).toHaveLength(2);
        const ms = Date.parse(again[1]?.data.time ?? '') - killed;
        expect(ms).toBeLessThan(LEASE_SECONDS * 1200 + SLACK_MS);
      }
      const statuses = statusesByTask(events);
      for (const id of ids)
        expect(statuses.get(id)).toEqual(['pending', 'running', 'pending', 'running', 'success']);
    }
  });

  it('a worker stopped by SIGTERM reports that it is draining and hands its tasks to another', async () => {
    const [first] = others.splice(0, 1);
    const ids = await begin(api, 3);
    await startWorker();
    await waitForWorkers(api, 2);
    const before = first?.output.stderr.length ?? 0;
    const ended = first?.end('SIGTERM');
    await until('the stop', () => first?.output.stderr.slice(before).includes('stopping'));
    const ready = await first
      ?.call<{ status: string }>('GET', '/health/ready', { token: null })
      .catch(() => null);
    // On a busy machine, the server may have ended already.
    if (ready) expect([ready.status, ready.body.status]).toEqual([503, 'draining']);
    expect(await ended).toBe(0);
    for (const id of ids)
      expect(await taskWhen(api, id)).toMatchObject({ status: 'success', attempt: 1, result: 1 });
  });

  it('a worker that stalls past its lease writes nothing afterwards and rejoins under a new id', async () => {
    const [stands] = others;
    const [former] = await waitForWorkers(api, 1);
    const ids = await begin(api, 3);
    await startWorker();
    await waitForWorkers(api, 2);
    process.kill(stands?.pid ?? 0, 'SIGSTOP');
    const ended = [];
    for (const id of ids) ended.push(await taskWhen(api, id));
    expect(ended.map(({ result }) => result)).toEqual([2, 2, 2]);
    process.kill(stands?.pid ?? 0, 'SIGCONT');
    const alive = await until('another worker in its place', async () => {
      const found = (await workers(api)).filter((one) => one.alive && one.id !== former?.id);
      return found.length > 1 && found;
    });
    expect(alive).toHaveLength(2);
    await until('the stale runs to end', () =>
      stands?.output.stderr.includes('a run lost its lease and was killed'),
    );
    for (const [index, id] of ids.entries()) expect(await taskWhen(api, id)).toEqual(ended[index]);
  });

  it('a process whose settings differ from the others refuses to start and names the differences', async () => {
    const differing = {
      METARUN_LEASE_SECONDS: '77',
      METARUN_PUBLIC_URL: 'https://other.example',
      METARUN_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const { code, stderr } = await refusedStart({ ...own, ...differing });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('METARUN_LEASE_SECONDS is "77" here'),
    ]);
    expect(stderr).toContain('METARUN_PUBLIC_URL is "https://other.example" here and "" there');
    expect(stderr).toMatch(/METARUN_SECRET_KEY is "key \w+" here and "none yet" there/);
    expect(stderr).not.toContain(differing.METARUN_SECRET_KEY);
  });

  it('a breaking release refuses to start beside older servers unless --upgrade-now ends them', async () => {
    const newer = {
      ...own,
      NODE_OPTIONS: `--import ${resolve('test/support/newer-release.mjs')}`,
    };
    const start = (...args: string[]) =>
      spawn(process.execPath, [MODULES, 'serve', ...args], {
        env: { PATH: process.env['PATH'] ?? '', ...newer },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const refused = start();
    let stderr = '';
    refused.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    expect(await new Promise((done) => refused.on('close', done))).toBe(1);
    expect(stderr).toContain('servers of another release run');
    expect(stderr).toContain('--upgrade-now');
    const upgraded = start('--upgrade-now');
    let stdout = '';
    upgraded.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    await until('the upgrade', () => stdout.includes('serves http'));
    expect(api.output.stderr).toContain('a newer metarun has changed the database');
    for (const older of [api, ...others]) expect(await older.end('SIGTERM')).toBe(75);
    upgraded.kill('SIGTERM');
    await new Promise((done) => upgraded.on('close', done));
  });
});
