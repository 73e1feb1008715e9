/** How long one write should keep others waiting, ms. */
const WRITE_MS = 4;
/** After a write of this length others have four times as long: a fifth of the database's time at most. */
const PAUSE_FACTOR = 4;
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 2_000;
const MIN_ROWS = 20;
const MAX_ROWS = 2_000;

/** Finds how many rows a write may delete, so that it takes some 4 ms on this machine and with these rows. */
export class Pace {
  private count = 100;
  private pause = MIN_PAUSE_MS;

  /** Rows for the next write. */
  get rows(): number {
    return this.count;
  }

  /** Ms to leave the database to others before it. */
  get pauseMs(): number {
    return this.pause;
  }

  /** Tells how long a write took once it had its turn, and whether it deleted about as many rows as it might. */
  wrote(ms: number, full: boolean): void {
    this.pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, ms * PAUSE_FACTOR));
    if (ms > 2 * WRITE_MS) this.count = Math.max(MIN_ROWS, Math.floor(this.count / 2));
    else if (full && ms < WRITE_MS / 2) this.count = Math.min(MAX_ROWS, this.count * 2);
  }
}
