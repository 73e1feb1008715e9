import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Interpreter } from '../runtime/python/interpreter.js';
import { SYSTEM_FOR_NETWORK } from '../runtime/sandbox/guest-files.js';
import { EGRESS_DIR, type GuestSpec } from '../runtime/sandbox/guest-spec.js';
import { guestsAreOthers } from '../runtime/sandbox/kernel-users.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { resolveCommand } from './plan.js';
import type { Program } from './program.js';

/** Maximum number of processes and threads of a program, including those of its proxy. */
export const MAX_PROCESSES = 128;

/**
 * Returns the guest that turns into a program once it has received the program's name: see runtimes/programs. UseWatch
 * must measure its memory, since Node, Go and others reserve many times what they use.
 */
export function programGuest(
  python: Interpreter,
  guestDir: string,
  { command, readable, writable, hosts }: Omit<Program, 'args' | 'environment' | 'memoryMb'>,
  egressDir: string,
): GuestSpec {
  const hasNetwork = hosts.length > 0;
  return {
    command: python.executable,
    args: ['-I', '-S', '-B', join(guestDir, 'start.py')],
    readable: [...python.readable, guestDir, ...(hasNetwork ? SYSTEM_FOR_NETWORK : [])],
    folders: [
      // Mounted at the paths that the operator knows, even if they are outside the installation.
      ...[resolveCommand(command), ...readable]
        .filter((path) => existsSync(path))
        .map((path) => ({ host: path, guest: path, writable: false })),
      ...(writable === null
        ? []
        : [{ host: writable.host, guest: writable.guest, writable: true }]),
      ...(hasNetwork ? [{ host: egressDir, guest: EGRESS_DIR, writable: false }] : []),
    ],
    filter: { processes: true, uncountedMemory: false, epoll: true },
    ...(writable !== null && { users: 0 }),
    limits: { openFiles: 256, fileMib: writable?.quotaMb ?? 0 },
  };
}

/**
 * Returns the kernel's limit on the processes of the program's user; null if the kernel would also count those of
 * others.
 */
export function processLimit(
  { contained, ownUsers }: Sandbox,
  { writable }: Pick<Program, 'writable'>,
): number | null {
  const isAlone = !guestsAreOthers() || (ownUsers && writable === null);
  return contained && isAlone ? MAX_PROCESSES : null;
}
