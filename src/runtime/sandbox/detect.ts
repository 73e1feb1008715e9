import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../kernel/errors.js';
import { ControlGroups, explainFault, type GuestGroup } from './control-groups.js';
import type { GuestSpec } from './guest-spec.js';
import { KernelUsers } from './kernel-users.js';
import { SANDBOX_KINDS, type Sandbox, type SandboxKind } from './sandbox.js';
import { type Builders, inGroups, makeSandbox, withoutGroups } from './sandboxes.js';
import { seccompFilter } from './seccomp.js';
import { spawnGuest } from './spawn-guest.js';

/** Time that a guest gets to start and end when a sandbox is tried (ms). */
const TRIAL_MS = 60_000;
const BWRAP_PLACES = ['/usr/bin', '/usr/local/bin', '/bin', '/run/current-system/sw/bin'];

const BLOCKED =
  'The machine lets this user make no namespaces: on Ubuntu see `sysctl kernel.apparmor_restrict_unprivileged_userns`, in a container run it with `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`.';

const GROUPS_HOW =
  'It names a control group that is made for metarun alone and that its user may write to, of version 2 with the controllers memory and pids, or of version 1 with memory; `off` does without.';

type GroupTrial = (sandbox: Sandbox, group: GuestGroup) => GuestSpec;

export interface DetectOptions {
  /** `auto`: the best that works; else this one and no other. */
  wanted: SandboxKind | 'auto';
  minLevel: number;
  /** A Python interpreter, for the harness's own namespaces. */
  python: string;
  /** Absolute path of `runtimes/sandbox/launch.py`. */
  launcher: string;
  /**
   * Guests that have to work inside, each of which ends with exit code 0 by itself. They are those that a
   * run is made of, so that what is told of the sandbox is what was seen.
   */
  trials: (sandbox: Sandbox) => readonly GuestSpec[];
  /** Control groups for runs; without it there are none. */
  groups?: {
    /** `auto`: in the group that is delegated to the server; `off`: none; else in the one at this path. */
    wanted: string;
    /** Guests that end with exit code 0 if the kernel holds a limit on memory for what they make in the group. */
    trials: readonly GroupTrial[];
  };
}

/** Finds out which sandbox works here by trying it. Throws an Error that says what to do when it is not enough. */
export async function detectSandbox(options: DetectOptions): Promise<Sandbox> {
  const builders: Builders = { ...options, bwrap: findBwrap() };
  const faults: string[] = [];
  for (const kind of SANDBOX_KINDS) {
    if (options.wanted !== 'auto' && options.wanted !== kind) continue;
    const users = KernelUsers.ofServer();
    const sandbox = makeSandbox(kind, builders, users, adviceFor(faults));
    const fault = await faultOf(sandbox, builders, options.trials);
    if (fault === null) return withGroups(acceptable(sandbox, options.minLevel), options);
    // A machine that grants no user ids of their own may grant all else.
    const shared = makeSandbox(kind, builders, new KernelUsers(null), adviceFor(faults));
    if (users.areOwn && (await faultOf(shared, builders, options.trials)) === null)
      return withGroups(acceptable(shared, options.minLevel), options);
    faults.push(fault);
  }
  throw new Error(
    `METARUN_SANDBOX is "${options.wanted}", which does not work: ${faults.join(' ')}`,
  );
}

function acceptable(sandbox: Sandbox, minLevel: number): Sandbox {
  const { level, advice } = sandbox.report;
  if (level >= minLevel) return sandbox;
  const how = advice ?? 'METARUN_SANDBOX asks for this one.';
  throw new Error(
    `The sandbox has level ${level}, and METARUN_SANDBOX_MIN_LEVEL asks for ${minLevel}. ${how}`,
  );
}

/** The same with control groups where there are some. Throws an Error where those that are asked for do not work. */
async function withGroups(sandbox: Sandbox, options: DetectOptions): Promise<Sandbox> {
  const { groups: asked, python } = options;
  if (asked === undefined || asked.wanted === 'off') return withoutGroups(sandbox);
  const named = asked.wanted !== 'auto';
  if (!sandbox.contained) {
    if (named) throw new Error(`METARUN_CGROUP needs a sandbox of level 2 or 3. ${GROUPS_HOW}`);
    return withoutGroups(sandbox);
  }
  const path = named ? asked.wanted : await ControlGroups.delegated(python);
  if (path === null) return withoutGroups(sandbox);
  try {
    const groups = ControlGroups.open(path);
    for (const trial of asked.trials) await tryGroups(sandbox, groups, trial);
    return inGroups(sandbox, groups);
  } catch (error) {
    const fault = explainFault(path, error);
    if (named) throw new Error(`METARUN_CGROUP: ${fault} ${GROUPS_HOW}`, { cause: error });
    return withoutGroups(sandbox, fault);
  }
}

/** Throws an Error that says what does not work. */
async function tryGroups(
  sandbox: Sandbox,
  groups: ControlGroups,
  trial: GroupTrial,
): Promise<void> {
  const group = groups.make();
  const fault = await failureOf(sandbox, trial(sandbox, group));
  await group.remove();
  if (fault !== null) throw new Error(`${fault}.`);
}

/** Why a sandbox of this kind does not work here, as a sentence; null when it does. */
async function faultOf(
  sandbox: Sandbox,
  builders: Builders,
  trials: DetectOptions['trials'],
): Promise<string | null> {
  const { kind } = sandbox.report;
  if (kind === 'none') return null;
  if (process.platform !== 'linux') return 'Only Linux has the means for a sandbox.';
  if (seccompFilter({ processes: true, uncountedMemory: true, epoll: true }) === null)
    return `No filter on system calls is known for ${process.arch}.`;
  if (kind === 'bubblewrap' && builders.bwrap === null)
    return 'bubblewrap is not installed: `apt-get install bubblewrap` (or your distribution’s package of that name).';
  const faults = await Promise.all(trials(sandbox).map((trial) => failureOf(sandbox, trial)));
  const fault = faults.find((found) => found !== null);
  if (fault === undefined) return null;
  const name = kind === 'bubblewrap' ? 'bubblewrap' : 'A sandbox without bubblewrap';
  return `${name} does not work here (${fault}). ${BLOCKED}`;
}

/** The best sandbox, of which it is known that it works here. */
export function knownSandbox(options: Pick<DetectOptions, 'python' | 'launcher'>): Sandbox {
  const builders = { ...options, bwrap: findBwrap() };
  return makeSandbox('bubblewrap', builders, KernelUsers.ofServer());
}

async function failureOf(sandbox: Sandbox, trial: GuestSpec): Promise<string | null> {
  try {
    // It runs no script, and on a busy machine nothing may look as if it did not work here.
    const guest = spawnGuest(sandbox.wrap(trial), 'trusted');
    const timer = setTimeout(() => guest.kill(), TRIAL_MS);
    const { exitCode, signal } = await guest.exited;
    clearTimeout(timer);
    if (exitCode === 0) return null;
    const lines = guest.stderrTail().trim().split('\n');
    // A stack trace may stand around what it is about.
    const words = lines.findLast((line) => /error|bwrap:/i.test(line)) ?? lines[0] ?? '';
    return words === '' ? `${trial.command} ended by ${signal ?? `exit code ${exitCode}`}` : words;
  } catch (error) {
    return messageOf(error);
  }
}

function adviceFor(faults: readonly string[]): string | null {
  return faults.length === 0 ? null : `For a better one: ${faults.join(' ')}`;
}

/** In the usual places alone: another program of that name on PATH would be trusted with everything. */
export function findBwrap(): string | null {
  const found = BWRAP_PLACES.map((folder) => join(folder, 'bwrap')).find(isExecutable);
  return found ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path);
  } catch {
    return false;
  }
}
