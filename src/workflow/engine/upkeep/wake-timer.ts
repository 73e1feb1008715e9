import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { nextWake, wakeDue } from '../operations/wake.js';
import type { Transitions } from '../state/transitions.js';

/** Shortest time between two passes, ms: tasks that are due within it are resumed together. */
const PAUSE_MS = 10;
/** Time until another try when the database does not answer, ms. */
const RETRY_MS = 1_000;

/** Resumes tasks that wait until a time. The rows say when; `pollMs`: longest time between two looks at them. */
export class WakeTimer {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly transitions: Transitions,
    led: Lead,
    private readonly pollMs: number,
    logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.wake(),
      // The rows say when the next pass is due.
      pollMs,
      pauseMs: PAUSE_MS,
      retryMs: RETRY_MS,
      led,
      onError: (error) => logger.warn({ err: error }, 'failed to wake waiting tasks'),
    });
  }

  start(): void {
    this.loop.start();
  }

  /** Looks at the rows now. */
  trigger(): void {
    this.loop.trigger();
  }

  /** A task is due in `ms`. */
  within(ms: number): void {
    // A little late rather than twice: the database's clock has whole milliseconds.
    this.loop.within(ms + 1);
  }

  stop(): void {
    void this.loop.stop();
  }

  /** Returns the ms until the next task is due, where one is. */
  private async wake(): Promise<number | void> {
    // One statement where nothing is due: the leader polls once a second.
    let left = await nextWake(this.transitions.database);
    while (left === 0 && !this.loop.stopped) {
      while (!this.loop.stopped && (await wakeDue(this.transitions)));
      left = await nextWake(this.transitions.database);
    }
    if (left !== null) return Math.min(left + 1, this.pollMs);
  }
}
