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

/** The system call policy of a run: it may start processes, since many scripts call programs. */
const RUN_FILTER = { processes: true, uncountedMemory: false, epoll: true };
/** Kernel users of a fork server: itself and its runs. */
const USERS = 1_024;

/** Packages that contain models have files of this size. */
const INSTALLER_LIMITS = { openFiles: 1024, fileMib: 4096 };

/** Where guests find the packages of their environment, and where an installer runs. */
const PACKAGES_DIR = '/packages';
const INSTALLER_DIR = '/tmp/install';

/** Files of the guest that its runs see at other places: what a run mounts its workspace on, and what C libraries look names up in. */
const OF_RUNS = [
  ['workspace', '/workspace'],
  ['etc/passwd', '/etc/passwd'],
  ['etc/group', '/etc/group'],
  ['etc/hosts', '/etc/hosts'],
  ['etc/services', '/etc/services'],
] as const;

interface ForkServerFolders {
  /** A private folder of the host for its socket. */
  base: string;
  /** Folder of the host with the packages that its runs may import; null for none. */
  packages: string | null;
  /** Folder of the host with the socket that leads to the network. */
  egressDir?: string | undefined;
  backlog: number;
  sandbox: Sandbox;
  /** The group that it makes a control group for each run in; null for none. */
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
  /** The one folder that it can write to. */
  work: string;
  /** Path of uv, or ''. */
  uv: string;
  /** Local indexes on this machine. */
  paths: readonly string[];
  sandbox: Sandbox;
}

/** Returns the guest that resolves and installs packages. It alone has the network, to reach the index. */
export function packagesGuest(
  python: Interpreter,
  guestDir: string,
  { work, uv, paths, sandbox }: PackagesJob,
): GuestSpec {
  const at = sandbox.contained ? INSTALLER_DIR : work;
  return {
    command: python.executable,
    // With site packages of the machine, which include pip.
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
 * Returns a guest that forks one process in namespaces, as for a run, and ends. With a `group` the process is in a group
 * with a memory limit, which the kernel must enforce.
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
    // The fork server confines each run that it forks. For that it must be free to make namespaces.
    filter: null,
    users: USERS,
    limits: null,
  };
}

/** Returns the filter of runs. It denies epoll where runs share a user: the kernel limits epoll items by user. */
function runFilter({ ownUsers }: Sandbox): Buffer {
  return seccompFilter({ ...RUN_FILTER, epoll: ownUsers }) ?? Buffer.alloc(0);
}
