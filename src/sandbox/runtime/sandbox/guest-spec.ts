import type { GuestGroup } from './control-groups.js';
import type { FilterPolicy } from './seccomp.js';

/** A process to be sandboxed: its command, and the few resources of the machine that it needs. */
export interface GuestSpec {
  /** Absolute path. */
  command: string;
  args: readonly string[];
  /** Files and folders that it can read, each at the same path as on the host; missing ones are left out. */
  readable: readonly string[];
  /** A host folder for a socket, which the guest sees at {@link SOCKET_DIR}. */
  socketDir?: string;
  /** Folders that it sees at other paths than on the host. */
  folders?: readonly MappedFolder[];
  /** Size of its own writable `/tmp`, in MiB; if absent, the guest has none, or creates one for each of its runs. */
  scratchMib?: number;
  /** Control group in which it creates a group for each of its runs; the guest sees it at {@link GROUPS_DIR}. */
  group?: GuestGroup;
  /** Set for the machine's network; if absent, the guest has no network. */
  network?: 'host';
  /** The filter on its system calls; null for a guest that confines its own runs. */
  filter: FilterPolicy | null;
  /** Data that it reads from file descriptor 5, to the end. Only for a guest without a filter. */
  input?: Buffer;
  /**
   * Number of kernel users for itself and its runs; default: 1. 0 for a guest that writes to host folders: it is
   * NOBODY.
   */
  users?: number;
  /** Limits on each of its processes; null for a guest that limits its own runs. */
  limits: ProcessLimits | null;
}

/** The kernel's limits on one process. No process dumps core. */
export interface ProcessLimits {
  openFiles: number;
  /** Maximum size of a file that it writes, in MiB. */
  fileMib: number;
  /** Maximum private writable memory, in MiB; no limit if absent. Memory that is only reserved does not count. */
  dataMib?: number;
}

export interface MappedFolder {
  /** Absolute path on the host. */
  host: string;
  /** Absolute path in the guest. */
  guest: string;
  /** True if the guest can write to it. If the server is root, the folder must belong to {@link NOBODY}. */
  writable: boolean;
}

/** Path of a guest's socket folder. It is below `/tmp`, so that a run's own `/tmp` covers it. */
export const SOCKET_DIR = '/tmp/metarun';

/** Path of the control group in which a guest creates others. It is also below `/tmp`. */
export const GROUPS_DIR = '/tmp/metarun-groups';

/** Path of the folder with the socket to the network. It is not below `/tmp`, since runs need it. */
export const EGRESS_DIR = '/run/metarun';

/** A user and group that own no files. Guests see themselves as this user, and have the group if the server is root. */
export const NOBODY = 65_534;

/** Returns all folders that a guest sees at other paths than on the host. */
export function listMappedFolders({ folders = [], group }: GuestSpec): readonly MappedFolder[] {
  if (group === undefined) return folders;
  return [...folders, { host: group.path, guest: GROUPS_DIR, writable: true }];
}
