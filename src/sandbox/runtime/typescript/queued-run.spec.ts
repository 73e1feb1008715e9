import { expect, it } from '@jest/globals';
import type { RunHost, RunSpec } from '../runtime.js';
import { QueuedRun } from './queued-run.js';
import type { RunnerRequest } from './runner-pool.js';

it('a run that is cancelled while it waits for a runner ends at once, and leaves the queue', async () => {
  const queue: RunnerRequest[] = [];
  const pool = {
    request: (request: RunnerRequest) => {
      queue.push(request);
      return () => void queue.splice(queue.indexOf(request), 1);
    },
    release: () => undefined,
  };
  const spec = { task: { project: 'mine' } } as RunSpec;
  const run = new QueuedRun(pool, spec, {} as RunHost);
  const next = new QueuedRun(pool, spec, {} as RunHost);
  expect(queue.map(({ projectId }) => projectId)).toEqual(['mine', 'mine']);
  const [, second] = queue;
  run.cancel('cancelled', 60_000);
  expect(await run.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
  expect(await run.usage).toBeNull();
  expect(queue).toEqual([second]);
  second?.onFailure({ code: 'worker_lost', message: 'none starts' });
  expect(await next.outcome).toMatchObject({ code: 'worker_lost', message: 'none starts' });
  const late = new QueuedRun(pool, spec, {} as RunHost);
  queue.at(-1)?.onNone('no answer after 60 s');
  expect(await late.outcome).toEqual({
    kind: 'not_started',
    reason: 'The process for the script could not be started: no answer after 60 s.',
  });
  expect(await late.usage).toBeNull();
  const explained = new QueuedRun(pool, spec, {} as RunHost);
  queue.at(-1)?.onNone('it ended unexpectedly (SIGKILL) Killed.\n');
  expect(await explained.outcome).toEqual({
    kind: 'not_started',
    reason:
      'The process for the script could not be started: it ended unexpectedly (SIGKILL) Killed.',
  });
});
