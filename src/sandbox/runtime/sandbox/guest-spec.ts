import type { GuestGroup } from './control-groups.js';
import type { FilterPolicy } from './seccomp.js';

/** A process to be sandboxed: its command, and the few things of the machine that it needs. */
export interface GuestSpec {
  /** Absolute path. */
  command: string;
  args: readonly string[];
  /** Files and folders that it can read, each at its own path; missing ones are left out. */
  readable: readonly string[];
  /** A folder of the host for a socket; the guest finds it at {@link SOCKET_DIR}. */
  socketDir?: string;
  /** Folders that it sees at other paths than on the host. */
  folders?: readonly MappedFolder[];
  /** Size of a writable `/tmp` of its own, in MiB; without it the guest has none, or makes one for each of its runs. */
  scratchMib?: number;
  /** Makes a control group for each of its runs in this one, which it sees at {@link GROUPS_DIR}. */
  group?: GuestGroup;
  /** The network of the machine; without it the guest has none. */
  network?: 'host';
  /** The filter on its system calls. Null for a guest that confines its own runs. */
  filter: FilterPolicy | null;
  /** Data that it reads from file descriptor 5, to its end. Only for a guest without a filter. */
  input?: Buffer;
  /** Kernel users that it needs for itself and its runs; one by default. 0 for a guest that writes to folders of the host: it is NOBODY. */
  users?: number;
  /** Limits on each of its processes. Null for a guest that sets the limits of its own runs. */
  limits: ProcessLimits | null;
}

/** Limits of the kernel on one process. No process dumps core. */
export interface ProcessLimits {
  openFiles: number;
  /** Size of a file that it writes, in MiB. */
  fileMib: number;
  /** Private writable memory, in MiB; without it no limit. Memory that is only reserved does not count. */
  dataMib?: number;
}

export interface MappedFolder {
  /** Absolute path on the host. */
  host: string;
  /** Absolute path in the guest. */
  guest: string;
  /** If the server is root the folder must belong to {@link NOBODY}. */
  writable: boolean;
}

/** Where a guest sees its socket folder. Below `/tmp`, which a run's own `/tmp` covers. */
export const SOCKET_DIR = '/tmp/metarun';

/** Where a guest sees the control group in which it makes others. Also below `/tmp`. */
export const GROUPS_DIR = '/tmp/metarun-groups';

/** Where a guest sees the way to the network. Not below `/tmp`: runs need it. */
export const EGRESS_DIR = '/run/metarun';

/** The user and group that no file belongs to: guests see themselves as this user, and have its group if the server is root. */
export const NOBODY = 65_534;

/** Returns all folders that a guest sees at other paths than on the host. */
export function foldersOf({ folders = [], group }: GuestSpec): readonly MappedFolder[] {
  if (group === undefined) return folders;
  return [...folders, { host: group.path, guest: GROUPS_DIR, writable: true }];
}
