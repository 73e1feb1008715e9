import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Of a guest's session: it counts a 28th of the server's where both want a processor, and there may be a dozen. */
const NICENESS = '15';
/** The kernel takes ten a second from all users but root. */
const AGAIN_MS = 110;
const TRIALS = 20;

/**
 * Has the session of a guest that was just started give way to the server. Where the kernel divides the processors among
 * sessions first, the niceness of the processes in one says nothing to those in others.
 */
export function yieldProcessors(guest: ChildProcess, trials = TRIALS): void {
  // Past its end the pid may belong to someone else.
  if (guest.exitCode !== null || guest.signalCode !== null) return;
  try {
    writeFileSync(`/proc/${guest.pid}/autogroup`, NICENESS);
  } catch (error) {
    // It has ended, or the kernel does nothing of the kind.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || trials <= 1) return;
    setTimeout(() => yieldProcessors(guest, trials - 1), AGAIN_MS).unref();
  }
}
