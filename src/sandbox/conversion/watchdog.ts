import type { UseMeter } from '../runtime/process-meter.js';
import type { ConversionLimits } from './limits.js';

/** Interval of polls (ms). At 2 GB/s, a process can exceed its memory limit by 40 MB between two polls. */
const POLL_MS = 20;
/** Time between two polls above which this process itself was suspended; the excess does not count (ms). */
const STOOD_STILL_MS = 1_000;

/**
 * Share of `wallMs` in CPU time below which a process makes no progress: even a niced one gets more on a busy machine.
 */
const IDLE_SHARE = 1 / 1000;
/** Resolution of CPU time readings (ms). */
const TICK_MS = 10;
/** The limit that was exceeded; `time` means that the process made no progress. */
export type Excess = 'time' | 'cpu' | 'memory';

/** Watches the resources that a process uses for one document, and reports the first excess. */
export class Watchdog {
  excess: Excess | null = null;
  private readonly timer = setInterval(() => this.poll(), POLL_MS);
  private readonly cpuBefore: number;
  /** The process's CPU time at its last progress, and when that was. */
  private progress: { cpuMs: number; atMs: number };
  private polledAt = performance.now();
  private spentMs = 0;
  /** Start of the running clock; null while it is stopped. */
  private since: number | null = performance.now();

  constructor(
    /** Null if the machine does not report resource use; then only the time is limited. */
    private readonly meter: Pick<UseMeter, 'read'> | null,
    private readonly limits: ConversionLimits,
    private readonly onExcess: () => void,
  ) {
    this.cpuBefore = meter?.read()?.cpuMs ?? 0;
    this.progress = { cpuMs: this.cpuBefore, atMs: 0 };
  }

  /** Runs `work` on behalf of the waiting process without counting its time. */
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
