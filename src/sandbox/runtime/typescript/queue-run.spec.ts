import { expect, it } from '@jest/globals';
import type { RunHost, RunSpec } from '../runtime.js';
import { StopSignal } from '../stop-signal.js';
import { queueRun } from './queue-run.js';
import type { RunnerRequest } from './runner-pool.js';

const makeHost = () => ({ stop: new StopSignal() }) as RunHost;

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
  const host = makeHost();
  const run = queueRun(pool, spec, host);
  const next = queueRun(pool, spec, makeHost());
  expect(queue.map(({ projectId }) => projectId)).toEqual(['mine', 'mine']);
  const [, second] = queue;
  host.stop.request('cancelled', 60_000);
  expect(await run.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
  expect(await run.usage).toBeNull();
  expect(queue).toEqual([second]);
  second?.onFailure({ code: 'worker_lost', message: 'none starts' });
  expect(await next.outcome).toMatchObject({ code: 'worker_lost', message: 'none starts' });
  const late = queueRun(pool, spec, makeHost());
  queue.at(-1)?.onNone('no answer after 60 s');
  expect(await late.outcome).toEqual({
    kind: 'not_started',
    reason: 'The process for the script could not be started: no answer after 60 s.',
  });
  expect(await late.usage).toBeNull();
  const explained = queueRun(pool, spec, makeHost());
  queue.at(-1)?.onNone('it ended unexpectedly (SIGKILL) Killed.\n');
  expect(await explained.outcome).toEqual({
    kind: 'not_started',
    reason:
      'The process for the script could not be started: it ended unexpectedly (SIGKILL) Killed.',
  });
});
