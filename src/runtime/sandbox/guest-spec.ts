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
  /** What it may ask of the kernel. Null for a guest that confines by itself what it runs. */
  filter: FilterPolicy | null;
}

/** Where a guest finds its socket folder. Below `/tmp`, which a run's own `/tmp` covers. */
export const SOCKET_DIR = '/tmp/metarun';

/** The user and group that no file belongs to: what guests run as where the server is root. */
export const NOBODY = 65_534;
