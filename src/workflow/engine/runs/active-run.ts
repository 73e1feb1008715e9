import type { Lane } from '../queue/lane.js';
import type { CancelReason } from '../../../sandbox/runtime/protocol.js';
import type { ExecutedRun } from './task-executor.js';

/** A run of a claimed task in this process. */
export class ActiveRun {
  /** Reason of the first request to stop. */
  stopReason: CancelReason | null = null;
  fence: number | null = null;
  /** True once its lease is over or its task was taken: its results no longer count. */
  lost = false;
  private graceMs = Number.POSITIVE_INFINITY;
  private readonly end = Promise.withResolvers<void>();
  private handle: ExecutedRun | null = null;

  constructor(
    readonly lane: Lane,
    /** Worker that holds the task: this process, until it loses its lease. */
    readonly workerId: string,
  ) {}

  /** Resolves when everything about the run has been stored. */
  get ended(): Promise<void> {
    return this.end.promise;
  }

  /** Notes that everything about the run has been stored. */
  leave(): void {
    this.end.resolve();
  }

  started(handle: ExecutedRun, fence: number): void {
    this.handle = handle;
    this.fence = fence;
    if (this.stopReason !== null) handle.cancel(this.stopReason, this.graceMs);
  }

  /** Kills the run, whatever it was asked before: no caller waits for its end any more. */
  loseLease(): void {
    this.lost = true;
    this.cancel('lease_lost', 0);
  }

  /** Keeps the first reason; a later call can only shorten the grace. */
  cancel(reason: CancelReason, graceMs: number): void {
    this.stopReason ??= reason;
    this.graceMs = Math.min(this.graceMs, graceMs);
    this.handle?.cancel(reason, graceMs);
  }
}
