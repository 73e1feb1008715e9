import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { findDelay } from '../../../platform/database/find-delay.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { wakeDue } from '../operations/wake-tasks.js';
import type { Transitions } from '../state/transitions.js';

/** Shortest time between two passes, in ms: tasks that are due within it are resumed together. */
const PAUSE_MS = 10;
/** Time until another pass if the database does not answer, in ms. */
const RETRY_MS = 1_000;

/** Resumes tasks at the end of their wait. `pollMs`: longest time between two reads of the rows. */
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

  /** Reads the rows now. */
  trigger(): void {
    this.loop.trigger();
  }

  /** Notes that a task is due in `ms`. */
  within(ms: number): void {
    // Slightly late rather than twice: the database's clock has whole milliseconds.
    this.loop.within(ms + 1);
  }

  stop(): void {
    void this.loop.stop();
  }

  /** Returns the time until the next task is due, in ms, if there is one. */
  private async wake(): Promise<number | void> {
    // A single statement if nothing is due: the leader polls once a second.
    let left = await this.findDelay();
    while (left === 0 && !this.loop.stopped) {
      while (!this.loop.stopped && (await wakeDue(this.transitions)));
      left = await this.findDelay();
    }
    if (left !== null) return Math.min(left + 1, this.pollMs);
  }

  private findDelay(): Promise<number | null> {
    const { database } = this.transitions;
    return findDelay(database, 'tasks', 'wake_at', `status = 'waiting' AND wake_at IS NOT NULL`);
  }
}
