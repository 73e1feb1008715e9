/** The first and the longest pause after failed starts (ms); each pause is twice as long as the previous one. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10 * 60_000;
/** Number of consecutive pauses after which waiting documents are rejected. */
const GIVEN_UP = 5;
/** Maximum number of times that the CPU allowance of a start is doubled. */
const MAX_DOUBLINGS = 3;

/**
 * Tracks consecutive failed starts of converter processes: no process is started during a pause, and pauses become
 * longer.
 */
export class FailedStarts {
  /** Reason why the last start failed; null after a successful one. */
  problem: string | null = null;
  /** Number of consecutive failed starts. */
  private starts = 0;
  /** Number of consecutive pauses. */
  private pauses = 0;
  private until = 0;

  /**
   * Multiple of the usual CPU time that the next start may take: the previous one may have failed only for lack of it.
   */
  get allowance(): number {
    return 2 ** Math.min(this.starts, MAX_DOUBLINGS);
  }

  /** Returns whether a failed start is retried at once, as it is before the first pause. */
  get isFirst(): boolean {
    return this.pauses === 0;
  }

  /** Returns whether no process may be started now. */
  isPaused(now = performance.now()): boolean {
    return now < this.until;
  }

  /** Returns whether waiting documents are rejected. */
  get isGivenUp(): boolean {
    return this.pauses >= GIVEN_UP;
  }

  failed(problem: string): void {
    this.problem = problem;
    this.starts += 1;
  }

  /** Begins a pause, after all attempts have failed. */
  pause(now = performance.now()): void {
    this.until = now + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.pauses);
    this.pauses += 1;
  }

  worked(): void {
    this.problem = null;
    this.starts = 0;
    this.pauses = 0;
    this.until = 0;
  }
}
