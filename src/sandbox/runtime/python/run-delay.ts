/** Time until another run tries after one has waited for long (ms). */
const RETRY_MS = 30_000;

/** Knows whether runs get no processes of a fork server that runs: each that waited for one would hold a slot, in turns. */
export class RunDelay {
  /** Why a run has got no process in time; null from when one gets an answer. */
  problem: string | null = null;
  private nextTry = 0;

  constructor(private readonly onWarning: (message: string) => void) {}

  /** Notes that a run has waited for long. */
  note(reason: string): void {
    if (this.problem === null) this.onWarning(`Tasks of Python wait: ${reason}`);
    this.problem = reason;
    this.nextTry = performance.now() + RETRY_MS;
  }

  /** Notes that a run has got an answer, or that there is another fork server. */
  end(): void {
    this.problem = null;
  }

  /** Returns whether a run may wait. While there is a problem one may from time to time, should the answer to a run be lost. */
  admits(): boolean {
    if (this.problem === null) return true;
    const now = performance.now();
    if (now < this.nextTry) return false;
    this.nextTry = now + RETRY_MS;
    return true;
  }
}
