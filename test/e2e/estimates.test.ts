import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask, type TaskDetail, TASKS, taskWhen } from '../support/tasks.js';

type Estimated = TaskDetail;

const TWO_PHASES = `import time
def run(params, reporter):
    reporter.set_phase("Loading")
    time.sleep(params["loading"])
    for page in range(2):
        reporter.set_phase(f"Page {page} of 2")
        time.sleep(params["page"])
`;
const USUAL = { loading: 0.1, page: 1 };

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

function when(id: string, what: (task: Estimated) => boolean): Promise<Estimated> {
  return taskWhen(server, id, (task) => what(task as Estimated)) as Promise<Estimated>;
}

async function runSome(identifier: string, params: Record<string, unknown>): Promise<void> {
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => createTask(server, identifier, params)),
  );
  for (const id of ids) expect((await taskWhen(server, id)).status).toBe('success');
}

it('a running task estimates its remaining time from the phases of earlier runs', async () => {
  const identifier = await createMetaTask(server, 'python', TWO_PHASES);
  const first = await createTask(server, identifier, { loading: 0.5, page: 0 });
  const unknown = await when(first, (task) => task.current_phase === 'Loading');
  expect(unknown).toMatchObject({ eta_seconds: null, phase_overdue: false });
  await server.call('POST', `${TASKS}/${first}/cancel`);
  await runSome(identifier, USUAL);
  // The durations are stored shortly after each run, and failed runs are not counted.
  const slow = await createTask(server, identifier, { loading: 60, page: 1 });
  const known = await when(
    slow,
    (task) => task.current_phase === 'Loading' && task.eta_seconds !== null,
  );
  // Two pages of at least a second each remain, however slow the machine was.
  expect(known.eta_seconds).toBeGreaterThanOrEqual(2);
  const overdue = await when(slow, (task) => task.phase_overdue);
  expect(overdue).toMatchObject({ status: 'running', current_phase: 'Loading' });
  expect(overdue.eta_seconds).toBeGreaterThanOrEqual(2);
  await server.call('POST', `${TASKS}/${slow}/cancel`);
  const ended = await when(slow, (task) => task.status === 'cancelled');
  expect(ended).toMatchObject({ eta_seconds: null, phase_overdue: false });
});
