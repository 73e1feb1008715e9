import { execFile } from 'node:child_process';
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
import { promisify } from 'node:util';
import { messageOf } from '../../kernel/errors.js';

/** As statfs(2) tells them. */
const CGROUP_V1_MAGIC = 0x27_e0_eb;
const CGROUP_V2_MAGIC = 0x63_67_72_70;
/** Controllers of version 2 that runs are limited by. */
const CONTROLLERS = ['memory', 'pids'];
/** The group of the server's own processes (v2: only groups without groups in them may have any). */
const SERVER = 'server';
const PROCESSES = 'cgroup.procs';
/** Followed by the process id of the server, and a number. */
const OURS = /^metarun-(\d+)-\d+$/;
/** The group of a guest that makes groups for what it runs. */
const GUEST = 'guest';
/** How often processes are moved or ended, and groups removed: meanwhile others may be forked, or end. */
const TRIES = 40;
const PAUSE_MS = 50;
const ASK_TIMEOUT_MS = 60_000;
/** systemd marks what it delegates, `trusted` as far as root alone can read. */
const IS_DELEGATED = `
import os, sys
names = os.listxattr(sys.argv[1])
sys.exit(0 if {"user.delegate", "trusted.delegate"} & set(names) else 1)
`;

/** A group in which a guest makes one for each of its runs. */
export interface GuestGroup {
  readonly path: string;
  /** What a process that belongs into it writes 0 to. */
  readonly door: string;
  /** Lets a user make groups in it and move processes between them. */
  giveTo(user: number): void;
  /** Ends what is left in it. */
  remove(): Promise<void>;
}

/** A control group of the kernel that belongs to this server, and that it makes others in. */
export class ControlGroups {
  private made = 0;

  private constructor(
    private readonly root: string,
    private readonly version: 1 | 2,
  ) {}

  /**
   * The group at `path`, ready to make others in; what killed servers have left in it is removed. Throws an Error that
   * says what it lacks.
   */
  static open(path: string): ControlGroups {
    const root = realpathSync(path);
    const groups = new ControlGroups(root, versionOf(root));
    groups.prepare();
    for (const name of readdirSync(root)) {
      const [, server = ''] = OURS.exec(name) ?? [];
      const left = join(root, name);
      if (server !== '' && !isInUse(left, Number(server))) void removeTree(left);
    }
    return groups;
  }

  /** Path of the group that systemd has delegated to this server; null where there is none. */
  static async delegated(python: string): Promise<string | null> {
    const own = ownGroup();
    if (own === null) return null;
    // Where the server is in a group of its own in there already (DelegateSubgroup=server).
    const root = basename(own) === SERVER ? dirname(own) : own;
    return isWritable(root) && (await isDelegated(python, root)) ? root : null;
  }

  /** Throws an Error. */
  make(): GuestGroup {
    const path = join(this.root, `metarun-${process.pid}-${(this.made += 1)}`);
    const door = join(path, GUEST, PROCESSES);
    mkdirSync(path, 0o700);
    mkdirSync(join(path, GUEST));
    if (this.version === 2) enableControllers(path);
    return {
      path,
      door,
      giveTo: (user) => {
        // Of version 2 the kernel asks who may write to the processes of the group that both groups are in.
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

/** Throws an Error where there is no group that could limit memory. */
function versionOf(path: string): 1 | 2 {
  const { type } = statfsSync(path);
  if (type === CGROUP_V2_MAGIC) return 2;
  if (type !== CGROUP_V1_MAGIC) throw new Error(`${path} is no control group.`);
  if (!existsSync(join(path, 'memory.limit_in_bytes')))
    throw new Error(`${path} is a control group without limits on memory.`);
  return 1;
}

/** That of version 2 which this process is in; null where it cannot be seen. */
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
  /** The group that is seen at `at`. */
  root: string;
  at: string;
}

/** `table`: /proc/self/mountinfo. */
export function cgroup2Mount(table: string): Mount | null {
  const line = table.split('\n').find((entry) => / - cgroup2 /.test(entry));
  const [, , , root, at] = line?.split(' ') ?? [];
  return root === undefined || at === undefined ? null : { root, at };
}

/** Path of a group as /proc/self/cgroup tells it; null where it is not below the mount. */
export function groupBelow({ root, at }: Mount, own: string): string | null {
  const above = root === '/' ? '' : root;
  // From outside of its namespace a group is told with `..`.
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

/** Node cannot read extended attributes. */
async function isDelegated(python: string, path: string): Promise<boolean> {
  const args = ['-I', '-S', '-c', IS_DELEGATED, path];
  const asked = promisify(execFile)(python, args, { timeout: ASK_TIMEOUT_MS, cwd: '/' });
  return asked.then(
    () => true,
    () => false,
  );
}

/** Throws an Error that says what is missing. */
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
    const pids = processesOf(from);
    if (pids.length === 0) return;
    for (const pid of pids) moveProcess(pid, to);
  }
  throw new Error(`Processes of ${from} cannot be moved to ${to}.`);
}

function moveProcess(pid: number, to: string): void {
  try {
    writeFileSync(join(to, PROCESSES), String(pid));
  } catch (error) {
    if (!isNoProcess(error)) throw error;
  }
}

function isNoProcess(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH';
}

/** Empty where the group is gone. */
function processesOf(path: string): number[] {
  try {
    return readFileSync(join(path, PROCESSES), 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Whether the guest of a group runs, or its server does, which may be about to start it. */
function isInUse(path: string, server: number): boolean {
  if (processesOf(join(path, GUEST)).length > 0) return true;
  return server !== process.pid && existsSync(`/proc/${server}`);
}

/** Never rejects: what cannot be removed is tried again when a server starts. */
async function removeTree(path: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const groups = treeOf(path);
    for (const group of groups) endProcesses(group);
    const left = groups.filter((group) => !wasRemoved(group));
    if (left.length === 0) return;
    await delay(PAUSE_MS);
  }
}

/** A group and those in it, which come first. */
function treeOf(path: string): string[] {
  try {
    const folders = readdirSync(path, { withFileTypes: true }).filter((file) => file.isDirectory());
    return [...folders.flatMap(({ name }) => treeOf(join(path, name))), path];
  } catch {
    return [];
  }
}

function endProcesses(group: string): void {
  for (const pid of processesOf(group)) {
    try {
      // 0 is a process that cannot be seen from here.
      if (pid > 0) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
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

/** Why a group cannot be used, in words for an operator. */
export function explainFault(path: string, error: unknown): string {
  return `Runs get no control group in ${path}: ${messageOf(error)}`;
}
