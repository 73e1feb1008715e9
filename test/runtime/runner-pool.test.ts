import { afterAll, afterEach, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RunnerPool } from '../../src/sandbox/runtime/typescript/runner-pool.js';
import { listProcessTree } from '../../src/sandbox/runtime/process-tree.js';
import type { Runner } from '../../src/sandbox/runtime/typescript/runner.js';
import { runnerGuest } from '../../src/sandbox/runtime/typescript/typescript-guests.js';
import { sandbox, TYPESCRIPT_GUEST } from '../support/sandbox.js';
import { body, compile, runSpec, runtime, signal, start } from '../support/typescript-runs.js';
import { RecordingHost } from '../support/recording-host.js';
import { until } from '../support/until.js';

const STOPPED = { code: 'worker_lost', message: 'stopped' } as const;
const pools: RunnerPool[] = [];

function makePool(...args: Parameters<typeof unclosedPool>): RunnerPool {
  const pool = unclosedPool(...args);
  pools.push(pool);
  return pool;
}

function unclosedPool(
  maxRunners: number,
  warmRunners: number,
  { file = 'runner.mjs', idleMs = 600_000 } = {},
): RunnerPool {
  const guest = runnerGuest(process.execPath, TYPESCRIPT_GUEST);
  const command = sandbox.wrap({
    ...guest,
    args: ['--no-node-snapshot', join(TYPESCRIPT_GUEST, file)],
  });
  const onWarning = (): void => undefined;
  return new RunnerPool({ command, maxRunners, warmRunners, refills: true, idleMs, onWarning });
}

/** A pool for tests that need no separate one; each releases the runners that it takes. */
const shared = unclosedPool(2, 0);

function children(): string[] {
  const { pid } = process;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
}

function take(pool: RunnerPool, projectId: string): Promise<Runner> {
  return new Promise((onRunner, reject) => {
    const refuse = (reason: string): void => reject(new Error(reason));
    pool.request({ projectId, onRunner, onFailure: ({ code }) => refuse(code), onNone: refuse });
  });
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close(STOPPED)));
});
afterAll(() => shared.close(STOPPED));

it('the pool shares no process between two projects', async () => {
  const pool = makePool(2, 1);
  const owners = new Map<number, string>();
  for (const project of ['a', 'b', 'c', 'a']) {
    const runner = await take(pool, project);
    expect(owners.get(runner.pid) ?? project).toBe(project);
    owners.set(runner.pid, project);
    pool.release(runner, true);
  }
  expect(new Set(owners.values())).toEqual(new Set(['a', 'b', 'c']));
});

it('a project gets its own runner back', async () => {
  const first = await take(shared, 'a');
  shared.release(first, true);
  const second = await take(shared, 'a');
  expect(second).toBe(first);
  shared.release(second, true);
});

it('one runner serves all runs that follow each other at once', async () => {
  const pool = makePool(8, 1);
  await pool.warm();
  const used = new Set<number>();
  for (let run = 0; run < 8; run += 1) {
    const runner = await take(pool, 'a');
    used.add(runner.pid);
    pool.release(runner, true);
  }
  expect(used.size).toBe(1);
});

it('the pool starts no more runners than there are concurrent runs', async () => {
  const pool = makePool(16, 0);
  const used = new Set<number>();
  const worker = async (): Promise<void> => {
    for (let run = 0; run < 8; run += 1) {
      const runner = await take(pool, 'a');
      used.add(runner.pid);
      pool.release(runner, true);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(used.size).toBeLessThanOrEqual(3);
});

it('the pool starts at most one runner more than there are processors at once', async () => {
  const pool = makePool(16, 0);
  const most = 1 + availableParallelism();
  const before = children().length;
  let given = 0;
  const projects = Array.from({ length: most + 2 }, (_, index) => `project ${index}`);
  await Promise.all(
    projects.map(async (projectId) => {
      const runner = await take(pool, projectId);
      given += 1;
      expect(children().length - before).toBeLessThanOrEqual(given + most);
      pool.release(runner, true);
    }),
  );
  expect(given).toBe(projects.length);
});

it('the pool prefers the runner that ran last', async () => {
  const [first, second] = await Promise.all([take(shared, 'a'), take(shared, 'a')]);
  for (const runner of [first, second]) {
    const before = runner.idleSince;
    shared.release(runner, true);
    await until('a runner that idles', () => runner.idleSince > before);
  }
  const third = await take(shared, 'a');
  expect(third).toBe(second);
  shared.release(third, true);
});

it('the pool does not wait for a runner that takes long to clean up', async () => {
  const pool = makePool(2, 0);
  const first = await take(pool, 'a');
  for (const pid of listProcessTree(first.pid)) process.kill(pid, 'SIGSTOP');
  const before = first.idleSince;
  pool.release(first, true);
  const second = await take(pool, 'a');
  expect(second).not.toBe(first);
  expect(first.idleSince).toBe(before);
  expect(first.killed).toBe(false);
});

it('a runner whose run did not end in order is replaced', async () => {
  const first = await take(shared, 'a');
  shared.release(first, false);
  const second = await take(shared, 'a');
  expect(second.pid).not.toBe(first.pid);
  shared.release(second, true);
});

it('an idle runner ends, and warm runners for new projects stay', async () => {
  const pool = makePool(3, 2, { idleMs: 100 });
  await pool.warm();
  const bound = await take(pool, 'a');
  pool.release(bound, true);
  await bound.exited;
  let served: Runner | null = null;
  const request = { projectId: 'b', onFailure: () => undefined, onNone: () => undefined };
  pool.request({ ...request, onRunner: (runner) => (served = runner) });
  // The runner is assigned at once, so it existed before.
  expect(served).not.toBeNull();
});

it('requests are served in their order, even beyond the number of runners', async () => {
  const pool = makePool(1, 0);
  const order: string[] = [];
  await Promise.all(
    ['a', 'b', 'a'].map(async (project, index) => {
      const runner = await take(pool, project);
      order.push(`${project}${index}`);
      pool.release(runner, true);
    }),
  );
  expect(order).toEqual(['a0', 'b1', 'a2']);
});

it('all requests are refused with the reason when no runner can be started', async () => {
  const pool = makePool(1, 1, { file: 'absent.mjs' });
  const asked = [take(pool, 'a'), take(pool, 'b')];
  for (const taken of asked) await expect(taken).rejects.toThrow('absent.mjs');
});

it('a request is refused after ten seconds without a runner, and the start goes on for the next one', async () => {
  const others = new Set(listProcessTree(process.pid));
  const pool = makePool(1, 0);
  const refused = take(pool, 'a');
  const starting = listProcessTree(process.pid).filter((pid) => !others.has(pid));
  for (const pid of starting) process.kill(pid, 'SIGSTOP');
  const begun = performance.now();
  await expect(refused).rejects.toThrow(
    /it is starting: for 1\d s so far, with \d+ ms of CPU time/,
  );
  expect(performance.now() - begun).toBeGreaterThan(9_000);
  // A request that waited would occupy a slot in vain.
  await expect(take(pool, 'a')).rejects.toThrow('it is starting');
  for (const pid of starting) process.kill(pid, 'SIGCONT');
  await until('a runner is ready', () => pool.problem === null);
  expect(starting).toContain(listProcessTree((await take(pool, 'a')).pid)[0]);
});

it('a reset of a runner leaves no memory behind in the server', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('no garbage can be collected');
  const runner = await take(shared, 'a');
  const grownBy = async (resets: number): Promise<number> => {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let reset = 0; reset < resets; reset += 1) expect(await runner.reset()).toBeNull();
    collect();
    return process.memoryUsage().heapUsed - before;
  };
  await grownBy(100);
  // A leak of 1.3 kB per reset must be noticed.
  expect((await grownBy(1_500)) / 1_500).toBeLessThan(500);
  shared.release(runner, true);
});

it('another runner starts when the starting one is killed', async () => {
  const others = new Set(listProcessTree(process.pid));
  const pool = makePool(1, 0);
  const taken = take(pool, 'a');
  const starting = listProcessTree(process.pid).filter((pid) => !others.has(pid));
  expect(starting.length).toBeGreaterThan(0);
  for (const pid of starting) process.kill(pid, 'SIGKILL');
  expect((await taken).projectId).toBe('a');
});

it('a run whose runner is killed ends as worker_lost', async () => {
  const { reached, reach } = signal();
  const host = new RecordingHost();
  host.onPhase = reach;
  const spin = await compile(body('reporter.setPhase("x"); for (;;);'));
  const runner = await take(shared, 'a');
  const { outcome } = runner.start(runSpec(spin), host);
  await reached;
  process.kill(runner.pid, 'SIGKILL');
  expect(await outcome).toMatchObject({ kind: 'failed', code: 'worker_lost' });
  shared.release(runner, false);
});

it('a closed runtime ends waiting and running runs as worker_lost', async () => {
  const { reached, reach } = signal();
  const host = new RecordingHost();
  host.onPhase = reach;
  const spin = await compile(body('reporter.setPhase("x"); for (;;);'));
  const handles = [start(spin, { host }), start(spin, { host }), start(spin, { host })];
  await reached;
  await runtime.close();
  for (const { outcome } of handles)
    expect(await outcome).toMatchObject({ kind: 'failed', code: 'worker_lost' });
});
