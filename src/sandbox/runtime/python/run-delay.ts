/** Time after a long wait until another run may try (ms). */
const RETRY_MS = 30_000;

/**
 * Tracks whether runs fail to get processes from a running fork server. If they do, most runs are refused, since each
 * waiting run would hold a slot.
 */
export class RunDelay {
  /** Reason why a run has not got a process in time; null once a run gets an answer. */
  problem: string | null = null;
  private nextTry = 0;

  constructor(private readonly onWarning: (message: string) => void) {}

  /** Records that a run has waited for long. */
  note(reason: string): void {
    if (this.problem === null) this.onWarning(`Python tasks are waiting: ${reason}`);
    this.problem = reason;
    this.nextTry = performance.now() + RETRY_MS;
  }

  /** Records that a run has got an answer, or that a new fork server runs. */
  end(): void {
    this.problem = null;
  }

  /**
   * Returns whether a run may wait. While there is a problem, one run may do so from time to time, in case an answer
   * was lost.
   */
  admits(): boolean {
    if (this.problem === null) return true;
    const now = performance.now();
    if (now < this.nextTry) return false;
    this.nextTry = now + RETRY_MS;
    return true;
  }
}
