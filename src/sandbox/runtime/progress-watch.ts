/** Interval of polls of what a process has used (ms). */
const POLL_MS = 1_000;
/** A process that has used no CPU time for so long does not advance (ms). */
const IDLE_MS = 60_000;

/** Settings of a {@link ProgressWatch}. */
export interface ProgressWatchOptions {
  /** Returns the CPU time that the process has used since its start (ms); null where the machine does not report it. */
  cpuMs: () => number | null;
  /** True if the work is the start of the process; else what it has used by the first poll is not counted. */
  isStart?: boolean;
  /** Time without progress after which the process is given up (ms); a minute by default. It may change. */
  idleMs?: number | (() => number | undefined);
  /** CPU time that counts as progress, as a share of the time since the last; by default any. */
  leastShare?: number;
  /** The most CPU time that the work can need (ms); the same of the clock where the machine reports none. */
  maxCpuMs: number;
  /** Receives why the process is given up: "no answer after 61 s, in which it had 130 ms of CPU time". Called once at most. */
  onStuck: (reason: string) => void;
}

/**
 * Watches work that a process of our own does. Time alone says nothing on a busy machine, where another process in its place would
 * be as slow: it is given up once it has used more CPU time than the work can need, or has used none for a minute.
 */
export class ProgressWatch {
  /** Why the process was given up; null while it is not. */
  reason: string | null = null;
  /** The CPU time of the work by the last poll (ms). */
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

  /** Reports progress that its CPU time does not show. */
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
    // Time in which this process itself stood still does not count: an answer may have come in it.
    this.advancedAt += Math.max(0, now - this.polledAt - 2 * POLL_MS);
    this.polledAt = now;
    const cpu = cpuMs();
    // Not read earlier, since most work has ended by now.
    this.before ??= cpu;
    // A process of its tree that has ended takes its time away.
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
