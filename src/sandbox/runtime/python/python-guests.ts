import { join } from 'node:path';
import { SYSTEM_FOR_NETWORK } from '../sandbox/guest-files.js';
import type { Interpreter } from './interpreter.js';
import type { GuestGroup } from '../sandbox/control-groups.js';
import {
  EGRESS_DIR,
  GROUPS_DIR,
  type GuestSpec,
  type MappedFolder,
  SOCKET_DIR,
} from '../sandbox/guest-spec.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { seccompFilter } from '../sandbox/seccomp.js';

/** The system call policy of a run. A run may start processes, since many scripts call programs. */
const RUN_FILTER = { processes: true, uncountedMemory: false, epoll: true };
/** Number of kernel users of a fork server, for itself and its runs. */
const USERS = 1_024;

/** Limits of an installer; packages that contain models have files of this size. */
const INSTALLER_LIMITS = { openFiles: 1024, fileMib: 4096 };

/** Folders in the guest: the packages of the environment, and the work folder of an installer. */
const PACKAGES_DIR = '/packages';
const INSTALLER_DIR = '/tmp/install';

/**
 * Files of the guest that its runs see at other paths: the mount point of a workspace, and the files in which C
 * libraries look up names.
 */
const OF_RUNS = [
  ['workspace', '/workspace'],
  ['etc/passwd', '/etc/passwd'],
  ['etc/group', '/etc/group'],
  ['etc/hosts', '/etc/hosts'],
  ['etc/services', '/etc/services'],
] as const;

interface ForkServerFolders {
  /** Private folder of the host for the server's socket. */
  base: string;
  /** Folder of the host with the packages that runs may import; null for none. */
  packages: string | null;
  /** Folder of the host with the socket to the network. */
  egressDir?: string | undefined;
  backlog: number;
  sandbox: Sandbox;
  /** The group in which it creates a control group for each run; null for none. */
  group: GuestGroup | null;
}

export function forkServerGuest(
  python: Interpreter,
  guestDir: string,
  { base, packages, egressDir, backlog, sandbox, group }: ForkServerFolders,
): GuestSpec {
  if (!sandbox.contained)
    return guest(python, guestDir, [base, String(backlog), 'free', packages ?? '', '']);
  const at = packages === null ? '' : PACKAGES_DIR;
  const args = [SOCKET_DIR, String(backlog), 'contained', at, groupsAt(group)];
  const folders = [
    ...(packages === null ? [] : [{ host: packages, guest: PACKAGES_DIR, writable: false }]),
    ...(egressDir === undefined ? [] : [{ host: egressDir, guest: EGRESS_DIR, writable: false }]),
    ...foldersOfRuns(guestDir),
  ];
  const input = runFilter(sandbox);
  return { ...guest(python, guestDir, args), ...inGroup(group), input, socketDir: base, folders };
}

interface PackagesJob {
  /** The only writable folder. */
  work: string;
  /** Path of uv; empty for pip. */
  uv: string;
  /** Paths of local indexes on this machine. */
  paths: readonly string[];
  sandbox: Sandbox;
}

/**
 * Returns the guest that resolves and installs packages. Unlike other guests, it has the machine's network, to reach
 * the index.
 */
export function packagesGuest(
  python: Interpreter,
  guestDir: string,
  { work, uv, paths, sandbox }: PackagesJob,
): GuestSpec {
  const at = sandbox.contained ? INSTALLER_DIR : work;
  return {
    command: python.executable,
    // Includes the machine's site packages, which contain pip.
    args: ['-I', '-B', join(guestDir, 'packages.py'), at],
    readable: [
      ...python.readable,
      ...SYSTEM_FOR_NETWORK,
      guestDir,
      ...(uv === '' ? [] : [uv]),
      ...paths,
    ],
    folders: [{ host: work, guest: INSTALLER_DIR, writable: true }],
    network: 'host',
    filter: RUN_FILTER,
    users: 0,
    limits: INSTALLER_LIMITS,
  };
}

/**
 * Returns a guest that forks one process in namespaces, as for a run, and exits. With a `group`, the process is in a
 * group with a memory limit, which the kernel must enforce.
 */
export function forkServerTrial(
  python: Interpreter,
  guestDir: string,
  sandbox: Sandbox,
  group: GuestGroup | null = null,
): GuestSpec {
  const args = ['--try', groupsAt(group)];
  const folders = foldersOfRuns(guestDir);
  return {
    ...guest(python, guestDir, args),
    ...inGroup(group),
    input: runFilter(sandbox),
    folders,
  };
}

function foldersOfRuns(guestDir: string): MappedFolder[] {
  return OF_RUNS.map(([name, at]) => ({ host: join(guestDir, name), guest: at, writable: false }));
}

function groupsAt(group: GuestGroup | null): string {
  return group === null ? '' : GROUPS_DIR;
}

function inGroup(group: GuestGroup | null): Pick<GuestSpec, 'group'> {
  return group === null ? {} : { group };
}

function guest(python: Interpreter, guestDir: string, args: readonly string[]): GuestSpec {
  return {
    command: python.executable,
    args: ['-I', '-S', '-B', join(guestDir, 'main.py'), ...args],
    readable: [...python.readable, guestDir],
    // The fork server confines each run that it forks, and must be able to create namespaces for that.
    filter: null,
    users: USERS,
    limits: null,
  };
}

/** Returns the filter of runs. It denies epoll if runs share a user, since the kernel limits epoll items by user. */
function runFilter({ ownUsers }: Sandbox): Buffer {
  return seccompFilter({ ...RUN_FILTER, epoll: ownUsers }) ?? Buffer.alloc(0);
}
