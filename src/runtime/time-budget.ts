/** Part of the host's time that one run may take for long. */
const SHARE = 0.2;
/** What it may take beyond that at once (ms). */
const BURST_MS = 250;

/**
 * Keeps a run from taking the host's one thread for itself by what it sends: whoever reads it reports how
 * long that took, and is told how long to leave it alone.
 */
export class TimeBudget {
  private spent = 0;
  private at = performance.now();

  /** Counts work of `ms` that has just ended; gives the pause before more of it may begin (ms), 0 within the budget. */
  spend(ms: number): number {
    const now = performance.now();
    this.spent = Math.max(0, this.spent - (now - this.at) * SHARE) + ms;
    this.at = now;
    return Math.max(0, this.spent - BURST_MS) / SHARE;
  }
}
