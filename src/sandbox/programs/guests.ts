import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Interpreter } from '../runtime/python/interpreter.js';
import { SYSTEM_FOR_NETWORK } from '../runtime/sandbox/guest-files.js';
import { EGRESS_DIR, type GuestSpec } from '../runtime/sandbox/guest-spec.js';
import { guestsAreOthers } from '../runtime/sandbox/kernel-users.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import type { Program } from './program.js';

/** Processes and threads of a program, with those of its proxy. */
export const MAX_PROCESSES = 128;

/**
 * Returns the guest that becomes a program once it has been given its name: see runtimes/programs. It can write no file. Its
 * memory has to be counted while it runs, by UseWatch: Node, Go and others reserve many times what they use.
 */
export function programGuest(
  python: Interpreter,
  guestDir: string,
  { command, readable, hosts }: Pick<Program, 'command' | 'readable' | 'hosts'>,
  egressDir: string,
): GuestSpec {
  const hasNetwork = hosts.length > 0;
  return {
    command: python.executable,
    args: ['-I', '-S', '-B', join(guestDir, 'start.py')],
    readable: [...python.readable, guestDir, ...(hasNetwork ? SYSTEM_FOR_NETWORK : [])],
    folders: [
      // At the paths that the operator knows, also where they are beside the installation.
      ...[command, ...readable]
        .filter((path) => existsSync(path))
        .map((path) => ({ host: path, guest: path, writable: false })),
      ...(hasNetwork ? [{ host: egressDir, guest: EGRESS_DIR, writable: false }] : []),
    ],
    filter: { processes: true, uncountedMemory: false, epoll: true },
    limits: { openFiles: 256, fileMib: 0 },
  };
}

/** Returns how many processes the kernel lets its user have; null where it would count those of others too. */
export function processLimit({ contained, ownUsers }: Sandbox): number | null {
  return contained && (ownUsers || !guestsAreOthers()) ? MAX_PROCESSES : null;
}
