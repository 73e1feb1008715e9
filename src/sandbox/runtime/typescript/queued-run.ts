import type { CancelReason } from '../protocol.js';
import {
  notStarted,
  type RunErrorCode,
  type RunHandle,
  type RunHost,
  type RunOutcome,
  type RunSpec,
  type RunUsage,
} from '../runtime.js';
import type { RunnerPool } from './runner-pool.js';

/** The source of runners for runs. */
export type RunnerSource = Pick<RunnerPool, 'request' | 'release'>;

/** A run that may have to wait for a runner. Its deadline counts from the moment it has one. */
export class QueuedRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage: Promise<RunUsage | null>;
  private stop: (reason: CancelReason, graceMs: number) => void;

  /** Runs with the same `boundTo` share runners. */
  constructor(pool: RunnerSource, run: RunSpec, host: RunHost, boundTo = run.task.project) {
    const { promise: outcome, resolve: settle } = Promise.withResolvers<RunOutcome>();
    const { promise: usage, resolve: reportUsage } = Promise.withResolvers<RunUsage | null>();
    this.outcome = outcome;
    this.usage = usage;
    const fail = (code: RunErrorCode, message: string): void => {
      reportUsage(null);
      settle({ kind: 'failed', code, message, stack: null });
    };
    this.stop = () => {
      withdraw();
      fail('cancelled', 'The run was cancelled.');
    };
    const withdraw = pool.request({
      projectId: boundTo,
      onRunner: (runner) => {
        const started = runner.start(run, host);
        this.stop = (reason, graceMs) => started.cancel(reason, graceMs);
        void started.usage.then(reportUsage);
        void started.outcome.then((ended) => {
          settle(ended);
          pool.release(runner, runner.isReusable(ended));
        });
      },
      onFailure: ({ code, message }) => fail(code, message),
      onNone: (reason) => {
        reportUsage(null);
        settle(notStarted(reason));
      },
    });
  }

  cancel(reason: CancelReason, graceMs: number): void {
    this.stop(reason, graceMs);
  }
}
