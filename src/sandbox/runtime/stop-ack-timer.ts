import { readFileSync } from 'node:fs';

/**
 * Time that a guest has to report that a stop has reached its script (ms): wall-clock time, or its CPU time if it may
 * have to wait for a processor. A guest that does not report it is unable to: the script holds its interpreter in code
 * that cannot be interrupted, such as a long regular expression in Python.
 */
const ACK_MS = 400;
/** Additional time in which this side reads received frames (ms). */
const LATE_MS = 50;
/** Maximum wait for a guest that gets no processor (ms). */
const STARVED_MS = 20_000;
/** Maximum wait if the machine does not report waits for a processor: the guest may be asleep instead (ms). */
const UNKNOWN_MS = 2_000;
/** Share of time with processes waiting for a processor above which the guest may be one of them. */
const BUSY = 0.5;
/** File in which Linux reports how long processes have waited for a processor. */
const PRESSURE = '/proc/pressure/cpu';

/** Sources of information of a {@link StopAckTimer}. */
export interface StopAckSources {
  /** Returns whether frames of the guest may be unread. */
  unread(): boolean;
  /**
   * Returns the CPU time so far of the part of the guest that receives the stop (ms); null as long as it is unknown.
   */
  cpuMs(): number | null;
  /**
   * Returns how long processes have waited for a processor since the machine's start (ms); null if it is not reported.
   */
  waitedMs?(): number | null;
}

/** Waits for a guest to report that a stop has reached its script. */
export class StopAckTimer {
  private timer: NodeJS.Timeout | null = null;
  private since = 0;
  private waitedBefore: number | null = null;
  private cpuBefore: number | null = null;
  private readonly sources: Required<StopAckSources>;

  constructor(
    sources: StopAckSources,
    private readonly onMissing: () => void,
  ) {
    this.sources = { waitedMs, ...sources };
  }

  start(): void {
    this.since = performance.now();
    this.waitedBefore = this.sources.waitedMs();
    this.cpuBefore = this.sources.cpuMs();
    this.timer = setTimeout(() => this.poll(), ACK_MS + LATE_MS);
  }

  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private poll(): void {
    if (!this.sources.unread() && !this.starved) return this.onMissing();
    this.timer = setTimeout(() => this.poll(), LATE_MS);
  }

  /** True if the guest may not have had the CPU time that its report needs. */
  private get starved(): boolean {
    const elapsed = performance.now() - this.since;
    if (elapsed >= STARVED_MS) return false;
    const cpu = this.sources.cpuMs();
    this.cpuBefore ??= cpu;
    if (cpu !== null && this.cpuBefore !== null && cpu - this.cpuBefore >= ACK_MS) return false;
    const waited = this.sources.waitedMs();
    if (waited === null || this.waitedBefore === null) return cpu !== null && elapsed < UNKNOWN_MS;
    return waited - this.waitedBefore > elapsed * BUSY;
  }
}

function waitedMs(): number | null {
  try {
    const total = /^some .*total=(\d+)/.exec(readFileSync(PRESSURE, 'latin1'))?.[1];
    return total === undefined ? null : Number(total) / 1_000;
  } catch {
    return null;
  }
}
