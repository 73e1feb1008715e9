import { getErrorMessage } from './errors.js';
import type { Lead } from './lead.js';
import { LONGEST_TIMER_MS } from './timers.js';

/** Interval at which a recurring error is reported again: a database that is down fails every pass of every loop. */
const REPORT_MS = 60_000;

export interface LoopOptions {
  /**
   * Performs one pass. Resolves to the ms until the next one, or to undefined for `pollMs`. A long pass should end soon
   * after the loop's `signal` is aborted.
   */
  work: () => Promise<number | void>;
  /** Longest time between two passes, ms. Infinity: passes run only on request. */
  pollMs: number;
  /** Shortest time between two passes, ms: requests within it share a pass. Default: 0. */
  pauseMs?: number;
  /** Share of the time that passes may take: after a long pass, the next waits correspondingly longer. Default: 1. */
  share?: number;
  /** Longest such wait, ms, since a pass on a busy host takes time in which it does nothing. Default: Infinity. */
  maxRestMs?: number;
  /** Time until the next pass after a failed one, ms. Default: `pollMs`. */
  retryMs?: number;
  /** Restricts passes to the time in which this process leads. */
  led?: Lead;
  /** Called with the error of a failed pass; at most once a minute while passes keep failing for the same reason. */
  onError: (error: unknown) => void;
}

/**
 * Background work that is repeated, one pass at a time: at an interval, and at once when it is triggered. It does not keep
 * the process alive.
 */
export class BackgroundLoop {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private started = false;
  /** Due time of the next pass, and the earliest time at which it may begin, by the monotonic clock in ms. */
  private due = Number.POSITIVE_INFINITY;
  private earliest = 0;
  /** Pause that the duration of the last pass requires, ms. */
  private restMs = 0;
  /** The error that was reported last and the time of the report; null after a successful pass. */
  private reported: { message: string; at: number } | null = null;

  constructor(private readonly options: LoopOptions) {
    options.led?.onTaken(() => {
      if (this.started) this.trigger();
    });
  }

  /** Starts the loop with a pass in `ms`. */
  start(ms = 0): void {
    this.started = true;
    this.due = Math.min(this.due, performance.now() + ms);
    this.arm();
  }

  /** Starts no further pass, and resolves once the running one has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
  }

  /** Signal that is aborted when the loop is stopped. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  get stopped(): boolean {
    return this.signal.aborted;
  }

  /** Starts a pass now, or after the running one. */
  trigger(): void {
    this.within(0);
  }

  /** Ensures that a pass starts in `ms` at the latest. */
  within(ms: number): void {
    const due = performance.now() + ms;
    if (due >= this.due) return;
    this.due = due;
    if (this.running === null) this.arm();
  }

  private arm(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (!this.started || this.stopped || this.due === Number.POSITIVE_INFINITY) return;
    const left = Math.max(this.due, this.earliest) - performance.now();
    if (left <= 0) this.running = this.pass().then((next) => this.passed(next));
    else
      this.timer = setTimeout(
        () => this.arm(),
        Math.min(Math.ceil(left), LONGEST_TIMER_MS),
      ).unref();
  }

  /** Performs a pass. Resolves to the ms until the next one. */
  private async pass(): Promise<number> {
    const { work, pollMs, retryMs = pollMs, share = 1, maxRestMs = Infinity, led } = this.options;
    this.due = Number.POSITIVE_INFINITY;
    this.restMs = 0;
    if (led?.leads === false) return Number.POSITIVE_INFINITY;
    const began = performance.now();
    try {
      const next = (await work()) ?? pollMs;
      this.restMs = Math.min(maxRestMs, (performance.now() - began) * (1 / share - 1));
      this.reported = null;
      return next;
    } catch (error) {
      if (!this.stopped) this.report(error);
      return retryMs;
    }
  }

  private report(error: unknown): void {
    const { reported } = this;
    const [message, at] = [getErrorMessage(error), performance.now()];
    if (reported?.message === message && at - reported.at < REPORT_MS) return;
    this.reported = { message, at };
    this.options.onError(error);
  }

  private passed(next: number): void {
    const now = performance.now();
    this.running = null;
    this.earliest = now + Math.max(this.options.pauseMs ?? 0, this.restMs);
    this.due = Math.min(this.due, now + next);
    this.arm();
  }
}
