import { join } from 'node:path';
import { nodeFiles } from '../sandbox/guest-files.js';
import { EGRESS_DIR, type GuestSpec } from '../sandbox/guest-spec.js';

/** Returns the guest of {@link RunnerPool}, which runs scripts. It starts no other process. */
export function runnerGuest(node: string, guestDir: string, ...args: string[]): GuestSpec {
  return {
    command: node,
    // isolated-vm cannot share a process with Node's own start-up snapshot.
    args: ['--no-node-snapshot', join(guestDir, 'runner.mjs'), ...args],
    readable: nodeFiles(node, guestDir, ['isolated-vm', 'node-gyp-build']),
    filter: { processes: false, uncountedMemory: true, epoll: true },
    limits: { openFiles: 256, fileMib: 0 },
  };
}

/** The most that a run on Node may keep in its /tmp, in MiB. */
const SCRATCH_MIB = 256;

/** Returns the guest of one run on Node, which has the way to the network at hand. It starts no other process. */
export function nodeRunnerGuest(
  node: string,
  guestDir: string,
  egressDir: string | undefined,
): GuestSpec {
  return {
    command: node,
    args: [join(guestDir, 'node-runner.mjs')],
    readable: nodeFiles(node, guestDir, []),
    folders:
      egressDir === undefined ? [] : [{ host: egressDir, guest: EGRESS_DIR, writable: false }],
    scratchMib: SCRATCH_MIB,
    // Node cannot do without epoll. Where runs share a user, the few files that each may open bound what it can watch.
    filter: { processes: false, uncountedMemory: false, epoll: true },
    limits: { openFiles: 512, fileMib: SCRATCH_MIB },
  };
}

/** Returns the guest that compiles scripts; its compiler is a separate program. */
export function checkerGuest(node: string, guestDir: string): GuestSpec {
  const compiler = `@esbuild/${process.platform}-${process.arch}`;
  return {
    command: node,
    args: [join(guestDir, 'checker.mjs')],
    readable: nodeFiles(node, guestDir, ['esbuild', compiler]),
    filter: { processes: true, uncountedMemory: true, epoll: true },
    limits: { openFiles: 1_024, fileMib: 1_024 },
  };
}

/** Returns a runner that ends once it has found all that it needs. */
export function runnerTrial(node: string, guestDir: string): GuestSpec {
  return runnerGuest(node, guestDir, '--try');
}
