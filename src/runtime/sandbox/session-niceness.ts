import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Of a guest's session. The server has 0, which counts 9 times as much as 10 and 6 times as much as 8.
 * `script`: one of a dozen that may be at work. `author`: what authors wait for, few at a time.
 */
export const SESSION_NICENESS = { trusted: 0, author: 8, script: 10 };
export type SessionKind = keyof typeof SESSION_NICENESS;

/** The kernel takes ten a second from all users but root. */
const AGAIN_MS = 110;
const TRIALS = 20;

/**
 * Has the session of a guest that was just started give way to the server. Where the kernel divides the processors among
 * sessions first, the niceness of the processes in one says nothing to those in others.
 */
export function yieldProcessors(guest: ChildProcess, kind: SessionKind, trials = TRIALS): void {
  // Past its end the pid may belong to someone else.
  if (guest.exitCode !== null || guest.signalCode !== null) return;
  try {
    writeFileSync(`/proc/${guest.pid}/autogroup`, String(SESSION_NICENESS[kind]));
  } catch (error) {
    // It has ended, or the kernel does nothing of the kind.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || trials <= 1) return;
    setTimeout(() => yieldProcessors(guest, kind, trials - 1), AGAIN_MS).unref();
  }
}
