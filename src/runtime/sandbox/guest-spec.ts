import type { GuestGroup } from './control-groups.js';
import type { FilterPolicy } from './seccomp.js';

/** A process that the sandbox goes around: what it runs, and the little of the machine that it needs. */
export interface GuestSpec {
  /** Absolute path. */
  command: string;
  args: readonly string[];
  /** Files and folders that it can read, each at its own path; those that do not exist are left out. */
  readable: readonly string[];
  /** A folder of the host for a socket; the guest finds it at {@link SOCKET_DIR}. */
  socketDir?: string;
  /** Folders that it finds elsewhere than they are on the host. */
  folders?: readonly MappedFolder[];
  /** Makes a control group for each of its runs; the guest finds this one, in which it does, at {@link GROUPS_DIR}. */
  group?: GuestGroup;
  /** The network of the machine; without it none. */
  network?: 'host';
  /** What it may ask of the kernel. Null for a guest that confines by itself what it runs. */
  filter: FilterPolicy | null;
  /** Users of the kernel that it needs for itself and for what it runs; without it one. None for a guest that writes to folders of the host: it is NOBODY. */
  users?: number;
  /** What each of its processes may have. Null for a guest that sets limits by itself for what it runs. */
  limits: ProcessLimits | null;
}

/** Limits of the kernel on one process. None ever has a core dump. */
export interface ProcessLimits {
  openFiles: number;
  /** Size of a file that it writes, in MiB. */
  fileMib: number;
  /** Memory that it can write to and shares with nobody, in MiB; without it no limit. What is only reserved does not count. */
  dataMib?: number;
}

export interface MappedFolder {
  /** Absolute path on the host. */
  host: string;
  /** Absolute path for the guest. */
  guest: string;
  /** Where the server is root it must belong to {@link NOBODY}. */
  writable: boolean;
}

/** Where a guest finds its socket folder. Below `/tmp`, which a run's own `/tmp` covers. */
export const SOCKET_DIR = '/tmp/metarun';

/** Where a guest finds the control group in which it makes others. Below `/tmp` as well. */
export const GROUPS_DIR = '/tmp/metarun-groups';

/** Where a guest finds the way to the network. Not below `/tmp`: runs need it. */
export const EGRESS_DIR = '/run/metarun';

/** The user and group that no file belongs to: what guests see themselves as, and their group where the server is root. */
export const NOBODY = 65_534;

/** All that a guest finds elsewhere than it is on the host. */
export function foldersOf({ folders = [], group }: GuestSpec): readonly MappedFolder[] {
  if (group === undefined) return folders;
  return [...folders, { host: group.path, guest: GROUPS_DIR, writable: true }];
}
