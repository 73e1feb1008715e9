/** Python runs whose processes are slow to start on a busy machine. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { listProcessTree } from '../../src/sandbox/runtime/process-tree.js';
import type { PythonRuntime } from '../../src/sandbox/runtime/python/python.runtime.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { until } from '../support/until.js';
import { NOOP, startersFor } from './python-harness.js';

/** Interval (ms) at which new processes are suspended. */
const STOP_MS = 10;

let runtime: PythonRuntime;
const stopped = new Set<number>();
let stopping: NodeJS.Timeout | undefined;
afterEach(async () => {
  resume();
  await runtime.close();
});

/** Suspends the processes of the runtime, and those that it starts, to simulate an overloaded machine. */
function stop(others: ReadonlySet<number>): void {
  const stopNew = (): void => {
    for (const pid of listProcessTree(process.pid)) {
      if (others.has(pid) || stopped.has(pid)) continue;
      process.kill(pid, 'SIGSTOP');
      stopped.add(pid);
    }
  };
  stopNew();
  stopping = setInterval(stopNew, STOP_MS);
}

function resume(): void {
  clearInterval(stopping);
  for (const pid of stopped) process.kill(pid, 'SIGCONT');
  stopped.clear();
}

it('the time of a run does not count before its process is there', async () => {
  runtime = makePythonRuntime();
  const others = new Set(listProcessTree(process.pid));
  await runtime.warm();
  stop(others);
  const run = startersFor(runtime).start(NOOP, { limits: { timeout_ms: 1_000 } });
  await delay(3_000);
  resume();
  expect(await run.outcome).toEqual({ kind: 'success', result: null });
});

it('runs are refused after ten seconds without a process, and at once while Python is still starting', async () => {
  runtime = makePythonRuntime();
  const { start } = startersFor(runtime);
  stop(new Set(listProcessTree(process.pid)));
  const begun = performance.now();
  expect(await start(NOOP).outcome).toMatchObject({ kind: 'not_started' });
  expect(performance.now() - begun).toBeGreaterThan(9_000);
  await until('the start is slow', () => runtime.problem !== null);
  const next = performance.now();
  expect(await start(NOOP).outcome).toEqual({
    kind: 'not_started',
    reason: expect.stringMatching(/^Python is still starting after 1\d s\.$/),
  });
  expect(performance.now() - next).toBeLessThan(1_000);
  resume();
  await until('it has started', () => runtime.problem === null);
  expect(await start(NOOP).outcome).toMatchObject({ kind: 'success' });
});
