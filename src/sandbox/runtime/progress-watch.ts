/** Interval of polls of a process's resource use (ms). */
const POLL_MS = 1_000;
/** Time without any CPU time after which a process is considered stuck (ms). */
const IDLE_MS = 60_000;

/** Settings of a {@link ProgressWatch}. */
export interface ProgressWatchOptions {
  /** Returns the CPU time that the process has used since its start (ms); null if the machine does not report it. */
  cpuMs: () => number | null;
  /** True if the work is the start of the process; otherwise CPU time used before the first poll does not count. */
  isStart?: boolean;
  /** Time without progress after which the process is abandoned (ms); one minute by default. The value may change. */
  idleMs?: number | (() => number | undefined);
  /** CPU time that counts as progress, as a share of the time since the last progress; by default any. */
  leastShare?: number;
  /**
   * Maximum CPU time that the work can need (ms); a limit on wall-clock time if the machine does not report CPU time.
   */
  maxCpuMs: number;
  /**
   * Receives the reason why the process is abandoned: "no answer after 61 s, in which it had 130 ms of CPU time".
   * Called at most once.
   */
  onStuck: (reason: string) => void;
}

/**
 * Watches work in one of our own processes. On a busy machine, elapsed time alone means nothing, since another process
 * would be as slow: a process is abandoned once it has used more CPU time than the work can need, or none for a minute.
 */
export class ProgressWatch {
  /** Reason why the process was abandoned; null otherwise. */
  reason: string | null = null;
  /** CPU time of the work at the last poll (ms). */
  usedMs = 0;
  private readonly timer: NodeJS.Timeout;
  private readonly since = performance.now();
  private advancedAt = this.since;
  private polledAt = this.since;
  private before: number | null;
  private last: number | null = null;

  constructor(private readonly options: ProgressWatchOptions) {
    this.before = options.isStart === true ? 0 : null;
    this.timer = setInterval(() => this.poll(), POLL_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Reports progress that the CPU time does not show. */
  advance(): void {
    this.advancedAt = performance.now();
  }

  private idleMs(): number {
    const { idleMs } = this.options;
    return (typeof idleMs === 'function' ? idleMs() : idleMs) ?? IDLE_MS;
  }

  private poll(): void {
    const { cpuMs, maxCpuMs, leastShare = 0, onStuck } = this.options;
    const now = performance.now();
    // Time in which this process itself was suspended does not count: an answer may have arrived meanwhile.
    this.advancedAt += Math.max(0, now - this.polledAt - 2 * POLL_MS);
    this.polledAt = now;
    const cpu = cpuMs();
    // Not read earlier, since most work has ended by now.
    this.before ??= cpu;
    // The CPU time decreases when a process of the tree ends.
    const grown = cpu === null || this.last === null || cpu < this.last ? null : cpu - this.last;
    if (cpu !== this.last && (grown ?? Infinity) >= leastShare * (now - this.advancedAt)) {
      this.advancedAt = now;
      this.last = cpu;
    }
    this.usedMs = cpu === null ? now - this.since : cpu - (this.before ?? cpu);
    if (this.usedMs <= maxCpuMs && now - this.advancedAt < this.idleMs()) return;
    this.stop();
    const seconds = Math.round((now - this.since) / 1000);
    const had = cpu === null ? '' : `, in which it had ${Math.round(this.usedMs)} ms of CPU time`;
    this.reason = `no answer after ${seconds} s${had}`;
    onStuck(this.reason);
  }
}
