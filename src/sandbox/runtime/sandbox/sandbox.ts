import type { ControlGroups } from './control-groups.js';
import type { GuestSpec } from './guest-spec.js';

export type SandboxLevel = 1 | 2 | 3;
/** The kinds of isolation: bubblewrap (level 3), the launcher's own namespaces (2), none (1). */
export const SANDBOX_KINDS = ['bubblewrap', 'namespaces', 'none'] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** The file descriptor from which the sandbox reads its own arguments. */
export const WRAPPER_FD = 4;
/** The file descriptor of the filter that the sandbox applies, or of the input of a guest without a filter. */
export const INPUT_FD = 5;

/** The command that starts a guest in its sandbox. */
export interface GuestCommand {
  command: string;
  args: readonly string[];
  /**
   * Data that the command and its guest read to the end from {@link WRAPPER_FD} and {@link INPUT_FD}. It is not in
   * `args`, which every user of the machine can read and which would clutter process lists.
   */
  inputs?: readonly (Buffer | null)[];
  /** The environment; empty by default. */
  env?: Readonly<Record<string, string>>;
  /** True if stdin and stdout are the guest's channel, instead of file descriptor 3. */
  overStdio?: boolean;
  /** True if the guest has its own writable /tmp. */
  ownScratch?: boolean;
}

/** The containment of guests, as reported at the start and by /health/ready. */
export interface SandboxReport {
  level: SandboxLevel;
  kind: SandboxKind;
  contains: string;
  does_not_contain: string;
  /** Reason why the level is not higher, and how to raise it; null at the highest level. */
  advice: string | null;
}

/** Isolates guest processes. */
export abstract class Sandbox {
  abstract readonly report: SandboxReport;
  /** True if guests can create namespaces for their runs and find files at the paths in {@link GuestSpec}. */
  abstract readonly contained: boolean;
  /** True if each run has its own kernel user. */
  abstract readonly ownUsers: boolean;
  /** Creates control groups for guests, which create one for each run; null without control groups. */
  abstract readonly groups: ControlGroups | null;
  /** Returns a command that starts the guest in the sandbox. When its process ends, all processes inside end too. */
  abstract wrap(guest: GuestSpec): GuestCommand;
}

type Texts = Pick<SandboxReport, 'level' | 'contains' | 'does_not_contain'>;

export const LEVELS: Record<SandboxKind, Texts> = {
  bubblewrap: {
    level: 3,
    contains:
      'hostile scripts: no files of the machine but the interpreter, no network but what the policy allows, no other processes, a filter on system calls, limits on time, memory, processes and disk',
    does_not_contain:
      'flaws in the kernel or the processor; a run can slow others on a busy machine',
  },
  namespaces: {
    level: 2,
    contains:
      'what level 3 does, by the same namespaces, filter and limits, which metarun sets up by itself instead of by bubblewrap',
    does_not_contain:
      'flaws in the kernel, the processor or that set-up, which fewer eyes have seen than bubblewrap',
  },
  none: {
    level: 1,
    contains: 'defective and runaway scripts: limits and a kill for the whole tree of processes',
    does_not_contain: "malice: Python scripts have the files and the network of the server's user",
  },
};
