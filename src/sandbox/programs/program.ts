import type { HostPattern } from '../egress/host-pattern.js';

/** A program that the operator has named: it runs in the sandbox, and exchanges lines with the server. */
export interface Program {
  /** Absolute path. */
  command: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Files and folders that it may read, beside the libraries and interpreters of the machine. */
  readable: readonly string[];
  /** Hosts that it may reach; with none it has no network. */
  hosts: readonly HostPattern[];
  /** The memory of all its processes together, in MiB. */
  memoryMb: number;
}
