import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Of a guest's session. The server has 0, which counts 28 times as much as 15 and 6 times as much as 8.
 * `script`: one of a dozen that may be at work. `author`: what authors wait for, few at a time.
 */
const NICENESS = { trusted: 0, author: 8, script: 15 };
export type SessionKind = keyof typeof NICENESS;

/** What counts next to nothing beside all others. */
const LAST = 19;
/** The kernel accepts ten changes a second from all users but root together, so that many may have to try again. */
const AGAIN_MS = 30;
const TRIALS = 70;

/**
 * What the session of a guest counts for beside the server's and those of other guests. Where the kernel divides the
 * processors among sessions first, the niceness of the processes in one says nothing to those in others.
 */
export class SessionShare {
  private readonly usual: number;
  /** What the kernel has taken. */
  private current = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly guest: ChildProcess,
    kind: SessionKind,
  ) {
    this.usual = NICENESS[kind];
    this.set(this.usual);
  }

  /** Has it give way to all others, soon. */
  comeLast(): void {
    this.set(LAST);
  }

  /** Gives it back what it counts for usually, at once or soon. */
  comeBack(): void {
    this.set(this.usual);
  }

  /** As {@link comeBack}; false where the kernel takes no more changes for now. */
  comeBackNow(): boolean {
    if (this.current > this.usual) this.set(this.usual, 1);
    return this.current <= this.usual;
  }

  private set(niceness: number, trials = TRIALS): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.current === niceness) return;
    const { exitCode, signalCode, pid } = this.guest;
    // Past its end the pid may belong to someone else.
    if (exitCode !== null || signalCode !== null) return;
    try {
      writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        if (trials > 1)
          this.timer = setTimeout(() => this.set(niceness, trials - 1), AGAIN_MS).unref();
        return;
      }
      // It has ended, or the kernel does nothing of the kind.
    }
    this.current = niceness;
  }
}
