import { join } from 'node:path';
import { nodeFiles, SYSTEM_FOR_NETWORK } from '../sandbox/guest-files.js';
import { EGRESS_DIR, type GuestSpec } from '../sandbox/guest-spec.js';
import type { Sandbox } from '../sandbox/sandbox.js';

/** Returns the guest of {@link RunnerPool}, which runs scripts. It starts no other processes. */
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

interface NodeRunFolders {
  egressDir: string | undefined;
  packages: string | null;
  sandbox: Sandbox;
}

/** Maximum size of the /tmp of a run on Node, in MiB. */
const SCRATCH_MIB = 256;

/** Folders in the guest: the installed packages of a run on Node, and the work folder of an installer. */
const PACKAGES_DIR = '/packages';
const INSTALLER_DIR = '/tmp/install';

/**
 * Returns the guest of one run on Node, with the socket to the network. It starts no other processes. `packages` is the
 * host's folder with its `node_modules`; null for none.
 */
export function nodeRunnerGuest(
  node: string,
  guestDir: string,
  { egressDir, packages, sandbox }: NodeRunFolders,
): GuestSpec {
  const at = sandbox.contained ? PACKAGES_DIR : packages;
  return {
    command: node,
    args: [join(guestDir, 'node-runner.mjs'), ...(packages === null || at === null ? [] : [at])],
    readable: nodeFiles(node, guestDir, []),
    folders: [
      ...(packages === null ? [] : [{ host: packages, guest: PACKAGES_DIR, writable: false }]),
      ...(egressDir === undefined ? [] : [{ host: egressDir, guest: EGRESS_DIR, writable: false }]),
    ],
    scratchMib: SCRATCH_MIB,
    // Node requires epoll. If runs share a user, the small number of files that each may open limits the items.
    filter: { processes: false, uncountedMemory: false, epoll: true },
    limits: { openFiles: 512, fileMib: SCRATCH_MIB },
  };
}

/**
 * Returns the guest that installs npm packages into the host's folder `work`. Of all guests, only an installer has the
 * machine's network, to reach the registry.
 */
export function installerGuest(
  node: string,
  guestDir: string,
  work: string,
  { contained }: Sandbox,
): GuestSpec {
  return {
    command: node,
    args: ['--use-system-ca', join(guestDir, 'packages.mjs'), contained ? INSTALLER_DIR : work],
    readable: [...nodeFiles(node, guestDir, []), ...SYSTEM_FOR_NETWORK, '/etc/ssl/certs'],
    folders: [{ host: work, guest: INSTALLER_DIR, writable: true }],
    network: 'host',
    filter: { processes: false, uncountedMemory: true, epoll: true },
    users: 0,
    limits: { openFiles: 1_024, fileMib: 4_096 },
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

/** Returns a runner that exits once it has found everything that it needs. */
export function runnerTrial(node: string, guestDir: string): GuestSpec {
  return runnerGuest(node, guestDir, '--try');
}
