import { messageOf } from './errors.js';
import type { Lead } from './lead.js';
import { LONGEST_TIMER_MS } from './timers.js';

/** An error that repeats itself is reported so often: a database that is down fails every pass of every loop. */
const REPORT_MS = 60_000;

export interface LoopOptions {
  /**
   * One pass of the work. Resolves to the ms until the next one, or to nothing for `pollMs`. A long pass ends soon
   * after the loop's `signal` is aborted.
   */
  work: () => Promise<number | void>;
  /** Longest time from one pass to the next, ms. Infinity: passes run only on request. */
  pollMs: number;
  /** Shortest time from one pass to the next, ms: requests within it share a pass. 0 by default. */
  pauseMs?: number;
  /** Part of the time that passes may take: after a long one the next waits so much longer. All of it by default. */
  share?: number;
  /** Time until the next pass after one that failed, ms; `pollMs` by default. */
  retryMs?: number;
  /** Passes run only while this process leads; by default it does. */
  led?: Lead;
  /** Called with the error of a pass that failed; where the passes after it fail for the same reason, once a minute. */
  onError: (error: unknown) => void;
}

/**
 * Work in the background that is repeated, one pass at a time: at an interval, and at once when it is poked. It
 * keeps no process alive.
 */
export class BackgroundLoop {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private started = false;
  /** When the next pass is to begin, and before which time it may not, by the monotonic clock in ms. */
  private due = Number.POSITIVE_INFINITY;
  private earliest = 0;
  /** The time without a pass that the last one asks for by its length, ms. */
  private restMs = 0;
  /** The error that was reported last, unless a pass has succeeded since, and when. */
  private reported: { message: string; at: number } | null = null;

  constructor(private readonly options: LoopOptions) {
    options.led?.onTaken(() => {
      if (this.started) this.poke();
    });
  }

  /** Begins with a pass in `ms`. */
  start(ms = 0): void {
    this.started = true;
    this.due = Math.min(this.due, performance.now() + ms);
    this.arm();
  }

  /** Begins no further pass, and resolves once the running one has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
  }

  /** Is aborted when the loop is stopped. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  get stopped(): boolean {
    return this.signal.aborted;
  }

  /** Begins a pass now, or after the running one. */
  poke(): void {
    this.within(0);
  }

  /** Begins a pass in `ms` at the latest. */
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

  /** Resolves to the ms until the next pass. */
  private async pass(): Promise<number> {
    const { work, pollMs, retryMs = pollMs, share = 1, led } = this.options;
    this.due = Number.POSITIVE_INFINITY;
    this.restMs = 0;
    if (led?.leads === false) return Number.POSITIVE_INFINITY;
    const began = performance.now();
    try {
      const next = (await work()) ?? pollMs;
      this.restMs = (performance.now() - began) * (1 / share - 1);
      this.reported = null;
      return next;
    } catch (error) {
      if (!this.stopped) this.report(error);
      return retryMs;
    }
  }

  private report(error: unknown): void {
    const { reported } = this;
    const [message, at] = [messageOf(error), performance.now()];
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
