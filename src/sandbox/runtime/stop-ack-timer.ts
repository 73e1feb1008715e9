import { readFileSync } from 'node:fs';

/**
 * Time in which a guest has to report that a stop has reached its script (ms): of the clock, and of its CPU time where it may
 * have to wait for a processor. A guest that does not report it cannot: the script keeps its interpreter in code that is never
 * interrupted, such as a long regular expression in Python.
 */
const ACK_MS = 400;
/** Time added to that, in which this side reads arrived frames (ms). */
const LATE_MS = 50;
/** The longest wait for a guest that gets no processor (ms). */
const STARVED_MS = 20_000;
/** The same where the machine does not report whether there is a wait for a processor: the guest may as well be asleep. */
const UNKNOWN_MS = 2_000;
/** The share of time with processes waiting for a processor from which the guest may be one of them. */
const BUSY = 0.5;
/** Where Linux reports for how long processes have waited for a processor. */
const PRESSURE = '/proc/pressure/cpu';

/** The sources of information of a {@link StopAckTimer}. */
export interface StopAckSources {
  /** Returns whether frames of the guest may still have to be read. */
  unread(): boolean;
  /** Returns the CPU time so far of what receives the stop in the guest (ms); null as long as it is not known. */
  cpuMs(): number | null;
  /** Returns how long processes have waited for a processor since the machine's start (ms); null if that is not reported. */
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

  /** True if the guest may not have got the processor time that its report takes. */
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
