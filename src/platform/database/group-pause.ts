/**
 * Pause after a group of several items (ms): the duration of the group, within these bounds. Groups are therefore fewer
 * and larger on a busy machine.
 */
const PAUSE_MS = { min: 4, max: 10 };
const SLOW_BEYOND_MS = 4;
const MAX_PAUSE_MS = 20;
/**
 * Rule for slow groups: a group that took longer than `beyondMs` and than `times` the duration in a quiet moment has
 * waited for a processor or for rows that other servers hold. The pause after it is `pause` times its duration, up to
 * `mostMs`, even after a single item.
 */
const SLOW = { beyondMs: SLOW_BEYOND_MS, times: 2, pause: 2, mostMs: MAX_PAUSE_MS };
/** Factor by which the duration in a quiet moment grows with each group, so that it is gradually forgotten. */
const FORGET = 1.01;

/** Determines how long a process waits between two groups of writes. */
export class GroupPause {
  /** Duration of a group in a quiet moment (ms). */
  private quietMs = Number.POSITIVE_INFINITY;

  /** Returns the pause after a group of `count` items that took `tookMs` (ms). */
  after(tookMs: number, count: number): number {
    this.quietMs = Math.min(tookMs, this.quietMs * FORGET);
    if (tookMs > SLOW.beyondMs && tookMs > this.quietMs * SLOW.times)
      return Math.min(SLOW.mostMs, tookMs * SLOW.pause);
    return count > 1 ? Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, tookMs)) : 0;
  }
}
