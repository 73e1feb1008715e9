import type { TaskEntity } from '../state/task.entity.js';
import type { LogLevel } from '../../../sandbox/runtime/protocol.js';
import type { LinePart, RunHandle, RunOutcome } from '../../../sandbox/runtime/runtime.js';
import type { StopSignal } from '../../../sandbox/runtime/stop-signal.js';
import type { Recorded, SideRecord } from '../operations/record.js';
import type { Awaited } from '../operations/suspend.js';
import type { RetryPolicy } from './retry-policy.js';

/** A piece of text that a run writes for its readers. */
export interface RunText {
  /** Step that writes the text; null for the script itself. */
  stepId: string | null;
  kind: 'text' | 'reasoning';
  text: string;
  /** True if the text that the step has written before is void, since the step starts over. */
  reset?: boolean;
}

/** Receives the reports of a task while it runs. */
export interface RunListener {
  onPhase(text: string): void;
  onProgress(value: number): void;
  /** `part` as in `RunHost`. */
  onLog(level: LogLevel, text: string, part?: LinePart): void;
  /** `before`: number of text events of earlier runs of the task. */
  onText(text: RunText, before: number): void;
  /**
   * Adds a record to the next write of reports. Returns a function that removes it, which has no effect once the record
   * is written.
   */
  onRecord(record: SideRecord): () => void;
  /**
   * Calls `write` with the pending reports, which it stores in one transaction with its own rows, so that events keep
   * their order. If `write` rejects, the reports are kept.
   */
  withReports<T>(write: (recorded: Recorded) => Promise<T>): Promise<T>;
}

/** The engine's side of a run that a {@link TaskExecutor} has started. */
export interface RunControl {
  readonly stop: StopSignal;
  /** Returns whether the run still has its task. Must be asked before the run changes anything outside of itself. */
  holds(): Promise<boolean>;
}

/** The outcome of a run. `summary`: the beginning of its result as text, without secrets. */
export type ExecutedOutcome = RunOutcome & { summary?: string | null };

/** A run that a {@link TaskExecutor} has started. */
export interface ExecutedRun extends RunHandle {
  readonly outcome: Promise<ExecutedOutcome>;
  /** Returns the steps that the calls of a suspended run wait for. */
  awaitedBy(calls: readonly number[]): Awaited;
}

/**
 * Port: runs a claimed task. The engine knows when and how often; the implementation knows what a task consists
 * of.
 */
export abstract class TaskExecutor {
  /**
   * Starts the run. A rejection counts as a failure of this server, not of the task, which is tried again.
   */
  abstract start(
    task: TaskEntity,
    listener: RunListener,
    control: RunControl,
  ): Promise<ExecutedRun>;
  /** Returns the policy for failed attempts; called only if another attempt is possible. */
  abstract retryPolicy(task: TaskEntity): Promise<RetryPolicy>;
}
