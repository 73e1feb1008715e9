/** Tests containers and tasks after a kill of the server or of the process around a container. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OWNER_LABEL } from '../../src/sandbox/containers/container-owner.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import {
  type ContainerRuns,
  listMonitors,
  openContainerRuns,
} from '../support/containers/container-runs.js';
import { CONTAINER_SETTINGS, metaTaskOn, servedImage } from '../support/containers/served-image.js';
import { signal } from '../support/processes.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createTask, readTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** The first attempt never ends; the next one does. */
const PYTHON = `import time
def run(params, reporter):
    reporter.set_phase("Working")
    if reporter.task.attempt == 1:
        time.sleep(600)
    return reporter.task.attempt
`;
/** This script never reads its channel, so it does not notice the end of its server. */
const TYPESCRIPT = `export default async function run(params: any, reporter: any): Promise<number> {
  reporter.setPhase('Working');
  if (reporter.task.attempt === 1) for (;;);
  return reporter.task.attempt;
}`;

let server: ServerProcess;
let runs: ContainerRuns;
let identifiers: string[];
beforeAll(async () => {
  runs = await openContainerRuns();
  server = await startServerProcess({ ...CONTAINER_SETTINGS, METARUN_LIMITS: 'idle_containers=1' });
  const image = await servedImage(server);
  identifiers = [
    await metaTaskOn(server, image, 'python', PYTHON, { max_attempts: 3 }),
    await metaTaskOn(server, image, 'typescript', TYPESCRIPT, { max_attempts: 3 }),
  ];
});
afterAll(async () => {
  await server.stop();
  await until(
    'no container to be left',
    async () => (await runs.engine.list(OWNER_LABEL)).length === 0,
  );
  await runs.close();
});

/** Starts a task in each language and resolves when their scripts run. */
async function begin(): Promise<string[]> {
  const ids = await Promise.all(identifiers.map((identifier) => createTask(server, identifier)));
  await until('the scripts to run', async () => {
    const tasks = await Promise.all(ids.map((id) => readTask(server, id)));
    return tasks.every(({ body }) => body.current_phase === 'Working');
  });
  return ids;
}

it('kill -9 of the server loses no task, and the next start removes the leftover containers', async () => {
  const ids = await begin();
  const before = await runs.engine.list(OWNER_LABEL);
  expect(before.length).toBeGreaterThanOrEqual(2);
  await server.restart('SIGKILL');
  const started = performance.now();
  await until('the containers of before to be gone', async () => {
    const now = await runs.engine.list(OWNER_LABEL);
    return before.every((name) => !now.includes(name));
  });
  expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
  const ended = await Promise.all(ids.map((id) => taskWhen(server, id)));
  expect(ended.map(({ status, result }) => [status, result])).toEqual([
    ['success', 2],
    ['success', 2],
  ]);
});

it('kill -9 of the monitor of a container ends its run, and the task is retried', async () => {
  const ids = await begin();
  const monitors = (await runs.engine.list(OWNER_LABEL)).flatMap(listMonitors);
  expect(monitors.length).toBeGreaterThanOrEqual(2);
  for (const pid of monitors) signal(pid, 'SIGKILL');
  const ended = await Promise.all(ids.map((id) => taskWhen(server, id)));
  expect(ended.map(({ status, result, error_message }) => [status, result, error_message])).toEqual(
    [
      ['success', 2, null],
      ['success', 2, null],
    ],
  );
});
