import { join } from 'node:path';
import type { Interpreter } from '../sandbox/guest-files.js';
import { type GuestSpec, SOCKET_DIR } from '../sandbox/guest-spec.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { seccompFilter } from '../sandbox/seccomp.js';

/** What a run may ask of the kernel: to start processes, since many a script calls a program. */
const RUN_FILTER = { processes: true, uncountedMemory: false };

/** The fork server; `base` is a private folder of the host for its socket. */
export function forkServerGuest(
  python: Interpreter,
  guestDir: string,
  { base, backlog, sandbox }: { base: string; backlog: number; sandbox: Sandbox },
): GuestSpec {
  if (!sandbox.contained) return guest(python, guestDir, [base, String(backlog), 'none']);
  const args = [SOCKET_DIR, String(backlog), runFilter()];
  return { ...guest(python, guestDir, args), socketDir: base };
}

/** Makes one process in namespaces, as for a run, and ends. */
export function forkServerTrial(python: Interpreter, guestDir: string): GuestSpec {
  return guest(python, guestDir, ['--try', runFilter()]);
}

function guest(python: Interpreter, guestDir: string, args: readonly string[]): GuestSpec {
  return {
    command: python.executable,
    args: ['-I', '-S', '-B', join(guestDir, 'main.py'), ...args],
    readable: [...python.readable, guestDir],
    // It confines each run that it forks; for that it has to be free to make namespaces.
    filter: null,
  };
}

function runFilter(): string {
  return seccompFilter(RUN_FILTER)?.toString('hex') ?? '';
}
