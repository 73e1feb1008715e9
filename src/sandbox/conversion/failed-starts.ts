/** The first pause after starts that have failed, and the longest one (ms); each is twice as long as the one before. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10 * 60_000;
/** Failures in a row, each after a pause, after which a document is given up rather than left to wait. */
const GIVEN_UP = 5;
/** The allowance of a start doubles so many times. */
const MAX_DOUBLINGS = 3;

/** The starts of converter processes that have failed in a row: none begins in a pause, and pauses become longer. */
export class FailedStarts {
  /** Why the last start has failed; null after one that has not. */
  problem: string | null = null;
  /** Failed starts in a row. */
  private starts = 0;
  /** Pauses in a row. */
  private pauses = 0;
  private until = 0;

  /** The number of times the CPU time of a first start that the next one may take: it may have failed for that alone. */
  get allowance(): number {
    return 2 ** Math.min(this.starts, MAX_DOUBLINGS);
  }

  /** Returns whether a start is tried again at once if it fails: only the first ones, before any pause. */
  get isFirst(): boolean {
    return this.pauses === 0;
  }

  /** Returns whether no process is to be started now. */
  isPaused(now = performance.now()): boolean {
    return now < this.until;
  }

  /** Returns whether documents are given up. */
  get isGivenUp(): boolean {
    return this.pauses >= GIVEN_UP;
  }

  failed(problem: string): void {
    this.problem = problem;
    this.starts += 1;
  }

  /** Begins a pause, after all tries have failed. */
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
