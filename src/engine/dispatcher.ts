/** A hint that a task may be due. The row decides; a hint that is lost or given twice does no harm. */
export interface TaskHint {
  taskId: string;
  /** Higher first. */
  priority: number;
}

/**
 * Port: hands hints to workers. An adapter need not remember anything across a restart, since the engine
 * offers every due row again.
 */
export abstract class Dispatcher {
  /** Calls `work` for hints, at most `slots` at a time, highest priority first, else in the order of offers. */
  abstract start(slots: number, work: (taskId: string) => Promise<void>): void;
  /** False when there is no room: the hint is dropped, and the engine offers the row again later. */
  abstract offer(hint: TaskHint): boolean;
  /** Takes no more hints and starts no more work; work that has started goes on. */
  abstract stop(): void;
  /** Hints that wait. */
  abstract get size(): number;
}
