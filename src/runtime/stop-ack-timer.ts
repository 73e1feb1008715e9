import { readFileSync } from 'node:fs';

/**
 * Time in which a guest has to report that a stop has reached its script (ms). A guest that does not report it cannot: the
 * script keeps its interpreter in code that is never interrupted, such as a long regular expression in Python.
 */
const ACK_MS = 400;
/** Time added to that, in which this side reads arrived frames (ms). */
const LATE_MS = 50;
/** The longest wait if the guest may not have got a processor (ms). */
const BUSY_MS = 2_000;
/** The share of time with processes waiting for a processor from which the guest may be one of them. */
const BUSY = 0.5;
/** Where Linux reports for how long processes have waited for a processor. */
const PRESSURE = '/proc/pressure/cpu';

/** Waits for a guest to report that a stop has reached its script. */
export class StopAckTimer {
  private timer: NodeJS.Timeout | null = null;
  private since = 0;
  private waitedBefore: number | null = null;

  /** `unread`: whether frames of the guest may still have to be read. */
  constructor(
    private readonly unread: () => boolean,
    private readonly onMissing: () => void,
  ) {}

  start(): void {
    this.since = performance.now();
    this.waitedBefore = waitedMs();
    this.timer = setTimeout(() => this.poll(), ACK_MS + LATE_MS);
  }

  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private poll(): void {
    if (!this.unread() && !this.short) return this.onMissing();
    this.timer = setTimeout(() => this.poll(), LATE_MS);
  }

  /** Whether there may have been no processor for the guest. */
  private get short(): boolean {
    const elapsed = performance.now() - this.since;
    const waited = waitedMs();
    if (elapsed >= BUSY_MS || waited === null || this.waitedBefore === null) return false;
    return waited - this.waitedBefore > elapsed * BUSY;
  }
}

/** Returns how long processes have waited for a processor since the machine's start; null if that is not reported. */
function waitedMs(): number | null {
  try {
    const total = /^some .*total=(\d+)/.exec(readFileSync(PRESSURE, 'latin1'))?.[1];
    return total === undefined ? null : Number(total) / 1_000;
  } catch {
    return null;
  }
}
