import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findErrorCode, getErrorMessage } from '../../../base/kernel/errors.js';
import { askProgram, ProgramError } from '../ask-program.js';

/** File system types, as statfs(2) reports them. */
const CGROUP_V1_MAGIC = 0x27_e0_eb;
const CGROUP_V2_MAGIC = 0x63_67_72_70;
/** Controllers of version 2 that the limits need. */
const CONTROLLERS = ['memory', 'pids'];
/** The group of the server's own processes (v2: only groups without subgroups may have processes). */
const SERVER = 'server';
const PROCESSES = 'cgroup.procs';
/** Names of this product's groups, with the server's process id and a number. */
const OURS = /^metarun-(\d+)-\d+$/;
/** The group of a guest that creates subgroups for its runs. */
const GUEST = 'guest';
/**
 * Number of attempts to move or end processes and to remove groups, since processes may fork or end meanwhile, and the
 * pause between two (ms).
 */
const TRIES = 40;
const PAUSE_MS = 50;
/** Time without progress of Python after which the start continues without its answer (ms). */
const PATIENCE_MS = 10_000;
const UNKNOWN =
  'Runs of Python get no control group, since Python did not say whether there is one for them. Start the server again once it works.';
/** Python program that exits with 0 if systemd has delegated a group. Only root can read the mark `trusted`. */
const IS_DELEGATED = `
import os, sys
names = os.listxattr(sys.argv[1])
sys.exit(0 if {"user.delegate", "trusted.delegate"} & set(names) else 1)
`;

/** A group in which a guest creates a group for each of its runs. */
export interface GuestGroup {
  readonly path: string;
  /** A process that writes 0 to this file joins the group. */
  readonly membersFile: string;
  /** Lets a user create groups in it and move processes between them. */
  giveTo(user: number): void;
  /** Kills all processes in it and removes it. */
  remove(): Promise<void>;
}

/** A control group of the kernel that belongs to this server, which creates others in it. */
export class ControlGroups {
  private made = 0;

  private constructor(
    private readonly root: string,
    private readonly version: 1 | 2,
  ) {}

  /**
   * Opens the group at `path` and removes the remaining groups of killed servers. Throws an Error that says what the
   * group lacks.
   */
  static open(path: string): ControlGroups {
    const root = realpathSync(path);
    const groups = new ControlGroups(root, readGroupVersion(root));
    groups.prepare();
    for (const name of readdirSync(root)) {
      const [, server = ''] = OURS.exec(name) ?? [];
      const left = join(root, name);
      if (server !== '' && !isInUse(left, Number(server))) void removeTree(left);
    }
    return groups;
  }

  /**
   * Returns the path of the group that systemd has delegated to this server, or null. `python` is null if
   * Python does not answer. Throws an Error if a group was found but its delegation cannot be determined.
   */
  static async delegated(python: string | null): Promise<string | null> {
    const own = ownGroup();
    if (own === null) return null;
    // The server may already be in its subgroup (DelegateSubgroup=server).
    const root = basename(own) === SERVER ? dirname(own) : own;
    if (!isWritable(root)) return null;
    if (python === null) throw new Error(UNKNOWN);
    return (await isDelegated(python, root)) ? root : null;
  }

  /** Creates a group for a guest. Throws an Error if that fails. */
  make(): GuestGroup {
    const path = join(this.root, `metarun-${process.pid}-${(this.made += 1)}`);
    const membersFile = join(path, GUEST, PROCESSES);
    mkdirSync(path, 0o700);
    mkdirSync(join(path, GUEST));
    if (this.version === 2) enableControllers(path);
    return {
      path,
      membersFile,
      giveTo: (user) => {
        // With version 2, the kernel checks write access to cgroup.procs of the closest common ancestor of both groups.
        for (const file of [path, join(path, PROCESSES)]) chownSync(file, user, -1);
      },
      remove: () => removeTree(path),
    };
  }

  private prepare(): void {
    accessSync(this.root, constants.W_OK);
    accessSync(join(this.root, PROCESSES), constants.W_OK);
    if (this.version === 1) return;
    if (ownGroup() === this.root) moveAll(this.root, join(this.root, SERVER));
    enableControllers(this.root);
  }
}

/** Returns the version of a control group. Throws an Error if it cannot limit memory. */
function readGroupVersion(path: string): 1 | 2 {
  const { type } = statfsSync(path);
  if (type === CGROUP_V2_MAGIC) return 2;
  if (type !== CGROUP_V1_MAGIC) throw new Error(`${path} is not a control group.`);
  if (!existsSync(join(path, 'memory.limit_in_bytes')))
    throw new Error(`${path} is a control group without limits on memory.`);
  return 1;
}

/** Returns the version 2 group of this process; null if it cannot be seen. */
function ownGroup(): string | null {
  try {
    const [, own] = /^0::(\/.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
    const mount = cgroup2Mount(readFileSync('/proc/self/mountinfo', 'utf8'));
    if (own === undefined || mount === null) return null;
    const path = groupBelow(mount, own);
    return path === null ? null : realpathSync(path);
  } catch {
    return null;
  }
}

interface Mount {
  /** The group that is mounted at `at`. */
  root: string;
  at: string;
}

/** Finds the mount in `table`, the text of /proc/self/mountinfo. */
export function cgroup2Mount(table: string): Mount | null {
  const line = table.split('\n').find((entry) => / - cgroup2 /.test(entry));
  const [, , , root, at] = line?.split(' ') ?? [];
  return root === undefined || at === undefined ? null : { root, at };
}

/** Returns the path of a group that /proc/self/cgroup names; null if it is not below the mount. */
export function groupBelow({ root, at }: Mount, own: string): string | null {
  const above = root === '/' ? '' : root;
  // A group outside the namespace is shown with `..`.
  if (own.split('/').includes('..') || !(own === above || own.startsWith(`${above}/`))) return null;
  return join(at, own.slice(above.length));
}

function isWritable(path: string): boolean {
  try {
    for (const file of [path, join(path, PROCESSES)]) accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks Python whether a group is delegated, since Node cannot read extended attributes. Throws an Error if it does not
 * answer.
 */
async function isDelegated(python: string, path: string): Promise<boolean> {
  const args = ['-I', '-S', '-c', IS_DELEGATED, path];
  return askProgram(python, args, { idleMs: PATIENCE_MS }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProgramError && error.isStuck)
        throw new Error(UNKNOWN, { cause: error });
      return false;
    },
  );
}

/** Enables the controllers for the subgroups. Throws an Error that says what is missing. */
function enableControllers(path: string): void {
  const has = readFileSync(join(path, 'cgroup.controllers'), 'utf8').trim().split(' ');
  const missing = CONTROLLERS.filter((name) => !has.includes(name));
  if (missing.length > 0)
    throw new Error(`${path} has no controller for ${missing.join(' and ')} (cgroup.controllers).`);
  const wanted = CONTROLLERS.map((name) => `+${name}`).join(' ');
  writeFileSync(join(path, 'cgroup.subtree_control'), wanted);
}

function moveAll(from: string, to: string): void {
  if (!existsSync(to)) mkdirSync(to);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pids = listProcesses(from);
    if (pids.length === 0) return;
    for (const pid of pids) moveProcess(pid, to);
  }
  throw new Error(`Processes of ${from} cannot be moved to ${to}.`);
}

function moveProcess(pid: number, to: string): void {
  try {
    writeFileSync(join(to, PROCESSES), String(pid));
  } catch (error) {
    // The process has ended.
    if (findErrorCode(error) !== 'ESRCH') throw error;
  }
}

/** Returns the processes of a group; an empty list if the group does not exist. */
function listProcesses(path: string): number[] {
  try {
    return readFileSync(join(path, PROCESSES), 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Returns whether the guest of a group is running, or its server, which may be about to start it. */
function isInUse(path: string, server: number): boolean {
  if (listProcesses(join(path, GUEST)).length > 0) return true;
  return server !== process.pid && existsSync(`/proc/${server}`);
}

/** Removes a group and its subgroups. Never rejects; the next start of a server removes the remains. */
async function removeTree(path: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const groups = listGroupTree(path);
    for (const group of groups) endProcesses(group);
    const left = groups.filter((group) => !wasRemoved(group));
    if (left.length === 0) return;
    await delay(PAUSE_MS);
  }
}

/** Returns a group and its subgroups, the subgroups first. */
function listGroupTree(path: string): string[] {
  try {
    const folders = readdirSync(path, { withFileTypes: true }).filter((file) => file.isDirectory());
    return [...folders.flatMap(({ name }) => listGroupTree(join(path, name))), path];
  } catch {
    return [];
  }
}

function endProcesses(group: string): void {
  for (const pid of listProcesses(group)) {
    try {
      // 0 stands for a process that cannot be seen from this namespace.
      if (pid > 0) process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}

function wasRemoved(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch {
    return !existsSync(group);
  }
}

/** Returns the reason why a group cannot be used, for an operator. */
export function groupsProblem(path: string, error: unknown): string {
  return `Runs get no control group in ${path}: ${getErrorMessage(error)}`;
}
