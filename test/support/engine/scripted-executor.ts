import type { TaskEntity } from '../../../src/workflow/engine/state/task.entity.js';
import type { Awaited } from '../../../src/workflow/engine/operations/suspend.js';
import type { RetryPolicy } from '../../../src/workflow/engine/runs/retry-policy.js';
import {
  type ExecutedRun,
  type RunControl,
  type RunListener,
  TaskExecutor,
} from '../../../src/workflow/engine/runs/task-executor.js';
import type { Json } from '../../../src/base/kernel/json.js';
import type { CancelReason } from '../../../src/sandbox/runtime/protocol.js';
import type { RunErrorCode, RunOutcome } from '../../../src/sandbox/runtime/runtime.js';

/** A run that continues until the test ends it or the engine cancels it. */
export class ScriptedRun implements ExecutedRun {
  private readonly end = Promise.withResolvers<RunOutcome>();
  readonly outcome = this.end.promise;
  readonly usage = Promise.resolve({ cpuMs: 3, peakMemoryBytes: 4 });
  /** Reasons for which the run was asked to stop. */
  readonly cancels: CancelReason[] = [];
  private awaited: Awaited = { steps: [], together: false };

  constructor(
    readonly task: TaskEntity,
    readonly listener: RunListener,
    private readonly control: RunControl,
  ) {}

  holds(): Promise<boolean> {
    return this.control.holds();
  }

  succeed(result: Json = null): void {
    this.end.resolve({ kind: 'success', result });
  }

  fail(code: RunErrorCode, message = 'It broke.'): void {
    this.end.resolve({ kind: 'failed', code, message, stack: null });
  }

  /** Suspends the run until these steps are completed. */
  suspend(...steps: string[]): void {
    this.awaited = { steps, together: false };
    this.end.resolve({ kind: 'suspended', on: [1] });
  }

  onStop(): void {
    const { reason } = this.control.stop;
    if (reason !== null) this.cancels.push(reason);
    this.fail('cancelled', 'The run was cancelled.');
  }

  awaitedBy(): Awaited {
    return this.awaited;
  }
}

/** An executor whose runs are scripted by the test, without scripts, processes and capabilities. */
export class ScriptedExecutor extends TaskExecutor {
  /** All started runs, oldest first. */
  readonly runs: ScriptedRun[] = [];
  /** Callback for each run as it starts. */
  script: (run: ScriptedRun) => void = () => undefined;
  /** While true, no run can start. */
  broken = false;
  policy: RetryPolicy = {
    on: ['script_error'],
    delaySeconds: 2,
    factor: 1,
    maxDelaySeconds: 2,
    jitter: 0,
  };

  async start(task: TaskEntity, listener: RunListener, control: RunControl): Promise<ExecutedRun> {
    if (this.broken) throw new Error('no run starts here');
    const run = new ScriptedRun(task, listener, control);
    control.stop.subscribe(() => run.onStop());
    this.runs.push(run);
    this.script(run);
    return run;
  }

  async retryPolicy(): Promise<RetryPolicy> {
    return this.policy;
  }
}
