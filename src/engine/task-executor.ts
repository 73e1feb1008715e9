import type { TaskEntity } from './task.entity.js';
import type { LogLevel } from '../runtime/protocol.js';
import type { RunHandle } from '../runtime/runtime.js';
import type { Awaited } from './operations/suspend.js';
import type { RetryPolicy } from './retry-policy.js';

/** What the engine wants to hear while a task runs. */
export interface RunListener {
  onPhase(text: string): void;
  onProgress(value: number): void;
  onLog(level: LogLevel, text: string): void;
}

/** A run as whoever executes tasks started it. */
export interface ExecutedRun extends RunHandle {
  /** What the calls of a suspended run wait for. */
  awaitedBy(calls: readonly number[]): Awaited;
}

/**
 * Port: how a claimed task is run. The engine knows when and how often; what a task consists of is told by
 * whoever implements this.
 */
export abstract class TaskExecutor {
  /**
   * Starts the run. A rejection counts as a failure of this server, not of the task: it will be tried again.
   * What the run would change outside of itself must ask `holds` first: false says that the task has been
   * taken away from it.
   */
  abstract start(
    task: TaskEntity,
    listener: RunListener,
    holds: () => Promise<boolean>,
  ): Promise<ExecutedRun>;
  /** How attempts that failed are tried again; asked for only where there may be another one. */
  abstract retryPolicy(task: TaskEntity): Promise<RetryPolicy>;
}
