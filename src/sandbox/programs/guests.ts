import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Interpreter } from '../runtime/python/interpreter.js';
import { SYSTEM_FOR_NETWORK } from '../runtime/sandbox/guest-files.js';
import { EGRESS_DIR, type GuestSpec } from '../runtime/sandbox/guest-spec.js';
import { guestsAreOthers } from '../runtime/sandbox/kernel-users.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { fileOf } from './plan.js';
import type { Program } from './program.js';

/** Processes and threads of a program, with those of its proxy. */
export const MAX_PROCESSES = 128;

/**
 * Returns the guest that becomes a program once it has been given its name: see runtimes/programs. Its memory
 * has to be counted while it runs, by UseWatch: Node, Go and others reserve many times what they use.
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
      // At the paths that the operator knows, also where they are beside the installation.
      ...[fileOf(command), ...readable]
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

/** Returns how many processes the kernel lets its user have; null where it would count those of others too. */
export function processLimit(
  { contained, ownUsers }: Sandbox,
  { writable }: Pick<Program, 'writable'>,
): number | null {
  const isAlone = !guestsAreOthers() || (ownUsers && writable === null);
  return contained && isAlone ? MAX_PROCESSES : null;
}
