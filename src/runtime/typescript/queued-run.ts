import type { CancelReason } from '../protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec } from '../runtime.js';
import type { RunnerPool } from './runner-pool.js';

/** A run that may have to wait for a runner; its deadline counts from when it has one. */
export class QueuedRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  private stop: (reason: CancelReason, graceMs: number) => void;

  constructor(pool: RunnerPool, run: RunSpec, host: RunHost) {
    const { promise, resolve } = Promise.withResolvers<RunOutcome>();
    this.outcome = promise;
    this.stop = () => {
      withdraw();
      resolve(failed('cancelled', 'The run was cancelled.'));
    };
    const withdraw = pool.request({
      projectId: run.task.project,
      onRunner: (runner) => {
        const session = runner.start(run, host);
        this.stop = (reason, graceMs) => session.cancel(reason, graceMs);
        void session.outcome.then((outcome) => {
          resolve(outcome);
          pool.release(runner, runner.isReusable(outcome));
        });
      },
      onFailure: ({ code, message }) => resolve(failed(code, message)),
    });
  }

  cancel(reason: CancelReason, graceMs: number): void {
    this.stop(reason, graceMs);
  }
}

function failed(
  code: Extract<RunOutcome, { kind: 'failed' }>['code'],
  message: string,
): RunOutcome {
  return { kind: 'failed', code, message, stack: null };
}
