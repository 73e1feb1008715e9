import type { HostPattern } from '../egress/host-pattern.js';

/** A folder that a program may write to; created if missing. */
export interface WritableFolder {
  /** Absolute path on the host. */
  host: string;
  /** Path of the folder in the sandbox. */
  guest: string;
  quotaMb: number;
}

/** A program that the operator has configured: it runs in the sandbox, and exchanges lines with the server. */
export interface Program {
  /** Absolute path of the program. */
  command: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Files and folders that the program may read, in addition to the machine's libraries and interpreters. */
  readable: readonly string[];
  /** The folder that the program may write to; null if it may write no files. */
  writable: WritableFolder | null;
  /** Hosts that the program may reach; without any, it has no network. */
  hosts: readonly HostPattern[];
  /** Memory limit of all the program's processes together. */
  memoryMb: number;
}
