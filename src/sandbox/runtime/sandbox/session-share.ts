import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Niceness of a guest's session. The server's 0 weighs 28 times as much as 15 and 6 times as much as 8. `script`: one
 * of about a dozen concurrent runs. `author`: work that authors wait for, a few at a time.
 */
const NICENESS = { trusted: 0, author: 8, script: 15 };
export type SessionKind = keyof typeof NICENESS;

/** Niceness with a negligible weight compared with all others. */
const LAST = 19;
/**
 * Pause between attempts (ms), and their maximum number. The kernel accepts ten changes per second from all users but
 * root together, so many have to be retried.
 */
const AGAIN_MS = 30;
const TRIALS = 70;

/**
 * The priority of a guest's session relative to the server's and other guests' sessions. If the kernel divides the CPUs
 * among sessions first, the niceness of a process has no effect on processes of other sessions.
 */
export class SessionShare {
  private readonly usual: number;
  /** The last value that the kernel has accepted. */
  private current = 0;
  private timer: NodeJS.Timeout | null = null;

  /** With `boots`, the guest keeps the server's priority until {@link restore}. */
  constructor(
    private readonly guest: ChildProcess,
    kind: SessionKind,
    boots: boolean,
  ) {
    this.usual = NICENESS[kind];
    if (!boots) this.set(this.usual);
  }

  /** Sets the lowest priority, at once or soon. */
  deprioritize(): void {
    this.set(LAST);
  }

  /** Restores the usual priority, at once or soon. */
  restore(): void {
    this.set(this.usual);
  }

  /** Restores the usual priority at once; returns false if the kernel accepts no more changes now. */
  restoreNow(): boolean {
    if (this.current > this.usual) this.set(this.usual, 1);
    return this.current <= this.usual;
  }

  private set(niceness: number, trials = TRIALS): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.current === niceness) return;
    const { exitCode, signalCode, pid } = this.guest;
    // After the guest's end, the pid may belong to another process.
    if (exitCode !== null || signalCode !== null) return;
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        if (trials > 1)
          this.timer = setTimeout(() => this.set(niceness, trials - 1), AGAIN_MS).unref();
        return;
      }
      // The guest has ended, or the kernel lacks this feature.
    }
    this.current = niceness;
  }
}
