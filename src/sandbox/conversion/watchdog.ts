import type { ProcessMeter } from '../runtime/process-meter.js';
import type { ConversionLimits } from './limits.js';

/** Interval of polls (ms). Memory can be filled at 2 GB/s, so a process can pass its limit by 40 MB meanwhile. */
const POLL_MS = 20;

export type Excess = 'time' | 'cpu' | 'memory';

/** Watches what the process uses for one document, and reports the first excess. */
export class Watchdog {
  excess: Excess | null = null;
  private readonly timer = setInterval(() => this.poll(), POLL_MS);
  private readonly cpuBefore: number;
  private spentMs = 0;
  /** When the clock was started; null while it is stopped. */
  private since: number | null = performance.now();

  constructor(
    /** Null if the machine does not report the use of processes: then only the time is limited. */
    private readonly meter: ProcessMeter | null,
    private readonly limits: ConversionLimits,
    private readonly onExcess: () => void,
  ) {
    this.cpuBefore = meter?.read()?.cpuMs ?? 0;
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
    const use = this.meter?.read();
    if (use && use.residentBytes > this.limits.memoryBytes) this.excess = 'memory';
    else if (use && use.cpuMs - this.cpuBefore > this.limits.cpuMs) this.excess = 'cpu';
    else if (this.elapsedMs() > this.limits.wallMs) this.excess = 'time';
    else return;
    this.stop();
    this.onExcess();
  }
}
