import type { TaskEntity } from '../state/task.entity.js';
import type { LogLevel } from '../../../sandbox/runtime/protocol.js';
import type { LinePart, RunHandle, RunOutcome } from '../../../sandbox/runtime/runtime.js';
import type { Recorded, SideRecord } from '../operations/record.js';
import type { Awaited } from '../operations/suspend.js';
import type { RetryPolicy } from './retry-policy.js';

/** A piece of text that a run writes, for those who watch it. */
export interface RunText {
  /** The step that it is of; null for a script's own. */
  stepId: string | null;
  kind: 'text' | 'reasoning';
  text: string;
  /** True if what came of the step before is void, since it is written again. */
  reset?: boolean;
}

/** Receives the reports of a task while it runs. */
export interface RunListener {
  onPhase(text: string): void;
  onProgress(value: number): void;
  /** `part`: as in `RunHost`. */
  onLog(level: LogLevel, text: string, part?: LinePart): void;
  /** `before`: the text events of earlier runs of the task. */
  onText(text: RunText, before: number): void;
  /** Has a record written with the next reports. Returns a function that takes it back, which has no effect once it is written. */
  onRecord(record: SideRecord): () => void;
  /**
   * Has `write` store the reports before it and what it has to write itself, in one transaction, so that events come in
   * the order in which things happened. If `write` rejects, the reports are kept.
   */
  withReports<T>(write: (recorded: Recorded) => Promise<T>): Promise<T>;
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
   * Starts the run. A rejection counts as a failure of this server, not of the task: it will be tried again.
   * What the run would change outside of itself must ask `holds` first: false says that the task has been
   * taken away from it.
   */
  abstract start(
    task: TaskEntity,
    listener: RunListener,
    holds: () => Promise<boolean>,
  ): Promise<ExecutedRun>;
  /** Returns how failed attempts are tried again; called only if another one is possible. */
  abstract retryPolicy(task: TaskEntity): Promise<RetryPolicy>;
}
