import { FairQueue } from '../../../base/kernel/fair-queue.js';

/** Time after the first piece of an event loop turn within which further pieces of answers are read at once, in ms. */
const AT_ONCE_MS = 4;

/**
 * Schedules the reading of model answers when more data arrives than the server can process: then one piece is read in
 * each turn of the event loop, alternating between owners, and the loop continues with API requests in between.
 * Processing a piece takes many microtasks, which would otherwise not end before all available data is read.
 */
export class AnswerTurns {
  private readonly queue = new FairQueue<() => void>();
  /**
   * Time until which pieces may be read at once, by the monotonic clock in ms; null if none has arrived in this turn.
   */
  private until: number | null = null;

  constructor(private readonly now = () => performance.now()) {}

  /** Resolves when the next piece of an answer to `owner` may be read. */
  enter(owner: string): Promise<void> {
    const now = this.now();
    if (this.until === null) {
      this.until = now + AT_ONCE_MS;
      setImmediate(() => this.turn());
    }
    if (this.queue.next === undefined && now < this.until) return Promise.resolve();
    return new Promise((resolve) => this.queue.push(owner, resolve));
  }

  private turn(): void {
    const owner = this.queue.next;
    if (owner === undefined) {
      this.until = null;
      return;
    }
    setImmediate(() => this.turn());
    this.queue.shift(owner)?.();
  }
}
