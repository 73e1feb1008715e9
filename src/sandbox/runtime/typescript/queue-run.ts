import { deferredRun, endedRun, failedWith } from '../run-handles.js';
import {
  notStarted,
  type RunHandle,
  type RunHost,
  type RunOutcome,
  type RunSpec,
} from '../runtime.js';
import type { RunnerPool } from './runner-pool.js';

/** The source of runners for runs. */
export type RunnerSource = Pick<RunnerPool, 'request' | 'release'>;

/**
 * Starts a run once a runner is free for it. The run's deadline counts from that moment. Runs with the same `boundTo`
 * share runners.
 */
export function queueRun(
  pool: RunnerSource,
  run: RunSpec,
  host: RunHost,
  boundTo = run.task.project,
): RunHandle {
  const cancelled = failedWith('cancelled', 'The run was cancelled.');
  if (host.stop.reason !== null) return endedRun(cancelled);
  const { promise, resolve } = Promise.withResolvers<RunHandle | RunOutcome>();
  let isWaiting = true;
  const withdraw = pool.request({
    projectId: boundTo,
    onRunner: (runner) => {
      isWaiting = false;
      const started = runner.start(run, host);
      void started.outcome.then((ended) => pool.release(runner, runner.isReusable(ended)));
      resolve(started);
    },
    onFailure: ({ code, message }) => resolve(failedWith(code, message)),
    onNone: (reason) => resolve(notStarted(reason)),
  });
  host.stop.subscribe(() => {
    if (!isWaiting) return;
    withdraw();
    resolve(cancelled);
  });
  return deferredRun(promise);
}
