import { readFileSync } from 'node:fs';

/**
 * Time in which a guest says that its script is being told of a stop (ms). One that does not cannot: the script keeps
 * its interpreter in code that is never interrupted, such as a long regular expression in Python.
 */
const HEED_MS = 400;
/** On top of that, in which this side reads what has come (ms). */
const LATE_MS = 50;
/** The same where the guest may just not have got a processor (ms). */
const BUSY_MS = 2_000;
/** Part of the time in which something waited for a processor, from which on that may be so. */
const BUSY = 0.5;
/** Where Linux tells for how long something has waited for a processor. */
const PRESSURE = '/proc/pressure/cpu';

/** Waits for a guest to say that its script is being told of a stop. */
export class HeedTimer {
  private timer: NodeJS.Timeout | null = null;
  private since = 0;
  private waitedBefore: number | null = null;

  /** `unread`: whether something that the guest has said may still have to be read. */
  constructor(
    private readonly unread: () => boolean,
    private readonly onUnheeded: () => void,
  ) {}

  start(): void {
    this.since = performance.now();
    this.waitedBefore = waitedMs();
    this.timer = setTimeout(() => this.look(), HEED_MS + LATE_MS);
  }

  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private look(): void {
    if (!this.unread() && !this.short) return this.onUnheeded();
    this.timer = setTimeout(() => this.look(), LATE_MS);
  }

  /** Whether there may have been no processor for the guest. */
  private get short(): boolean {
    const elapsed = performance.now() - this.since;
    const waited = waitedMs();
    if (elapsed >= BUSY_MS || waited === null || this.waitedBefore === null) return false;
    return waited - this.waitedBefore > elapsed * BUSY;
  }
}

/** For how long something has waited for a processor since the machine was started; null where nobody tells. */
function waitedMs(): number | null {
  try {
    const total = /^some .*total=(\d+)/.exec(readFileSync(PRESSURE, 'latin1'))?.[1];
    return total === undefined ? null : Number(total) / 1_000;
  } catch {
    return null;
  }
}
