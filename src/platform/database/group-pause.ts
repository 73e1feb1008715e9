/**
 * The pause after a group of several items: as long as it took, within these, ms. On a busy machine groups are fewer and larger
 * then.
 */
const PAUSE_MS = { min: 4, max: 10 };
const SLOW_BEYOND_MS = 4;
const MAX_PAUSE_MS = 20;
/**
 * A group that took longer than `beyondMs`, and than `times` the time of a quiet moment, has waited for a processor or for what
 * other servers hold. The pause after it is `pause` times as long, `mostMs` at most, and also after a single item.
 */
const SLOW = { beyondMs: SLOW_BEYOND_MS, times: 2, pause: 2, mostMs: MAX_PAUSE_MS };
/** The time of a quiet moment counts for so much more with each group, so that it is forgotten bit by bit. */
const FORGET = 1.01;

/** Says how long a process waits between two groups of writes. */
export class GroupPause {
  /** The time of a group when little else is done, ms. */
  private quietMs = Number.POSITIVE_INFINITY;

  /** Returns the pause after a group of `count` items that took so long, ms. */
  after(tookMs: number, count: number): number {
    this.quietMs = Math.min(tookMs, this.quietMs * FORGET);
    if (tookMs > SLOW.beyondMs && tookMs > this.quietMs * SLOW.times)
      return Math.min(SLOW.mostMs, tookMs * SLOW.pause);
    return count > 1 ? Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, tookMs)) : 0;
  }
}
