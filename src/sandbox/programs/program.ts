import type { HostPattern } from '../egress/host-pattern.js';

/** A folder that a program may write to, which is made where there is none. */
export interface WritableFolder {
  /** Absolute path on the host. */
  host: string;
  /** Where the program finds it. */
  guest: string;
  quotaMb: number;
}

/** A program that the operator has named: it runs in the sandbox, and exchanges lines with the server. */
export interface Program {
  /** Absolute path. */
  command: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Files and folders that it may read, beside the libraries and interpreters of the machine. */
  readable: readonly string[];
  /** The folder that it may write to; null = it can write no file. */
  writable: WritableFolder | null;
  /** Hosts that it may reach; with none it has no network. */
  hosts: readonly HostPattern[];
  /** The limit of all its processes together. */
  memoryMb: number;
}
