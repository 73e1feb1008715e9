import { FairQueue } from '../../../base/kernel/fair-queue.js';

/** Pieces of answers that come within this time of the first one of a turn of the event loop are read at once (ms). */
const AT_ONCE_MS = 4;

/**
 * Lets answers of models be read piece by piece when more of them arrives than the server can take in: then one piece in each turn
 * of the event loop, by turns of their owners. In between the loop goes on with requests to the API. To take in a piece is
 * work in many microtasks, which would otherwise not end before all that has arrived is read.
 */
export class AnswerTurns {
  private readonly queue = new FairQueue<() => void>();
  /** Until when pieces may be read at once, by the monotonic clock in ms; null = none has come in this turn. */
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
