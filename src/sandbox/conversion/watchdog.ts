import type { UseMeter } from '../runtime/process-meter.js';
import type { ConversionLimits } from './limits.js';

/** Interval of polls (ms). Memory can be filled at 2 GB/s, so a process can pass its limit by 40 MB meanwhile. */
const POLL_MS = 20;
/** Time between two polls from which on this process itself stood still, which does not count (ms). */
const STOOD_STILL_MS = 1_000;

/** Processor time in so long a time, as a share of it, below which a process does nothing: a niced one gets more on a busy machine. */
const IDLE_SHARE = 1 / 1000;
/** Readings of processor time are to 10 ms. */
const TICK_MS = 10;
/** `time`: it did nothing for that long. */
export type Excess = 'time' | 'cpu' | 'memory';

/** Watches what the process uses for one document, and reports the first excess. */
export class Watchdog {
  excess: Excess | null = null;
  private readonly timer = setInterval(() => this.poll(), POLL_MS);
  private readonly cpuBefore: number;
  /** The processor time that it had when it last went on, and when that was. */
  private progress: { cpuMs: number; atMs: number };
  private polledAt = performance.now();
  private spentMs = 0;
  /** When the clock was started; null while it is stopped. */
  private since: number | null = performance.now();

  constructor(
    /** Null if the machine does not report the use of processes: then only the time is limited. */
    private readonly meter: Pick<UseMeter, 'read'> | null,
    private readonly limits: ConversionLimits,
    private readonly onExcess: () => void,
  ) {
    this.cpuBefore = meter?.read()?.cpuMs ?? 0;
    this.progress = { cpuMs: this.cpuBefore, atMs: 0 };
  }

  /** Runs `work`, which the process waits for, without counting its time. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    this.spentMs = this.elapsedMs();
    this.since = null;
    try {
      return await work();
    } finally {
      this.since = performance.now();
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private elapsedMs(): number {
    return this.spentMs + (this.since === null ? 0 : performance.now() - this.since);
  }

  private poll(): void {
    this.excess = this.excessNow();
    if (this.excess === null) return;
    this.stop();
    this.onExcess();
  }

  private excessNow(): Excess | null {
    const { memoryBytes, cpuMs, wallMs } = this.limits;
    const elapsed = this.elapsedMs();
    const now = performance.now();
    this.progress.atMs += Math.max(0, now - this.polledAt - STOOD_STILL_MS);
    this.polledAt = now;
    const use = this.meter?.read();
    if (use) {
      if (use.residentBytes > memoryBytes) return 'memory';
      if (use.cpuMs - this.cpuBefore > cpuMs) return 'cpu';
      if (use.cpuMs - this.progress.cpuMs > Math.max(TICK_MS, wallMs * IDLE_SHARE))
        this.progress = { cpuMs: use.cpuMs, atMs: elapsed };
    }
    return elapsed - this.progress.atMs > wallMs ? 'time' : null;
  }
}
