import { StopSignal } from '../../../sandbox/runtime/stop-signal.js';
import type { Lane } from '../queue/lane.js';

/** A run of a claimed task in this process. */
export class ActiveRun {
  readonly stop = new StopSignal();
  fence: number | null = null;
  /** True once its lease is over or its task was taken: its results no longer count. */
  lost = false;
  private readonly end = Promise.withResolvers<void>();

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

  /** Kills the run, whatever it was asked before: no caller waits for its end any more. */
  loseLease(): void {
    this.lost = true;
    this.stop.request('lease_lost', 0);
  }
}
