/** Shortest time between two rings, ms: what is due within it is seen to together. */
const PAUSE_MS = 10;
/** What a timer of Node can hold, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** One timer for the earliest of all times that were asked for. A ring never begins while another is going on. */
export class Alarm {
  private timer: NodeJS.Timeout | null = null;
  /** When it is to ring, by the monotonic clock in ms. */
  private due = Number.POSITIVE_INFINITY;
  private ringing = false;
  private stopped = false;

  /** `ring` must not reject. */
  constructor(private readonly ring: () => Promise<void>) {}

  /** Rings in `ms`, or earlier; never in less than 10 ms. */
  within(ms: number): void {
    const due = performance.now() + Math.min(Math.max(ms, PAUSE_MS), LONGEST_MS);
    if (due >= this.due) return;
    this.due = due;
    if (!this.ringing) this.arm();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private arm(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.stopped || this.due === Number.POSITIVE_INFINITY) return;
    this.timer = setTimeout(() => void this.go(), Math.max(0, this.due - performance.now()));
    this.timer.unref();
  }

  private async go(): Promise<void> {
    this.due = Number.POSITIVE_INFINITY;
    this.ringing = true;
    await this.ring();
    this.ringing = false;
    this.arm();
  }
}
