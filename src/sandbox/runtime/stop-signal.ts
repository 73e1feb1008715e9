import type { CancelReason } from './protocol.js';

/** The request to stop one run. It may come at any time, even before the run has a process. */
export class StopSignal {
  /** Reason of the first request; null before it. */
  reason: CancelReason | null = null;
  /** Time on the clock of `performance.now()` at which the run is killed, in ms. */
  killAt = Number.POSITIVE_INFINITY;
  private readonly listeners = new Set<() => void>();

  /**
   * Asks the run to stop, and to be killed with its whole process tree after `graceMs`. The first reason is kept; a later
   * request can only bring the kill forward.
   */
  request(reason: CancelReason, graceMs: number): void {
    const killAt = performance.now() + graceMs;
    if (killAt >= this.killAt) return;
    this.reason ??= reason;
    this.killAt = killAt;
    for (const listener of this.listeners) listener();
  }

  /**
   * Calls `listener` at each request that takes effect, and immediately if the stop was already requested. Returns a
   * function that removes the listener.
   */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    if (this.reason !== null) listener();
    return () => void this.listeners.delete(listener);
  }

  /** Returns a signal that is aborted by the first request. */
  toAbortSignal(): AbortSignal {
    const controller = new AbortController();
    this.subscribe(() => controller.abort());
    return controller.signal;
  }
}
