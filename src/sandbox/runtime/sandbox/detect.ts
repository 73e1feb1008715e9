import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../base/kernel/errors.js';
import { ControlGroups, groupsProblem, type GuestGroup } from './control-groups.js';
import { ProgressWatch } from '../progress-watch.js';
import type { GuestSpec } from './guest-spec.js';
import { KernelUsers } from './kernel-users.js';
import { SANDBOX_KINDS, type Sandbox, type SandboxKind } from './sandbox.js';
import { type Builders, inGroups, makeSandbox, withoutGroups } from './sandboxes.js';
import { seccompFilter } from './seccomp.js';
import { spawnGuest } from './spawn-guest.js';

/** CPU time for a guest's start and end when a sandbox is tried (ms). */
const TRIAL_CPU_MS = 60_000;
const BWRAP_FOLDERS = ['/usr/bin', '/usr/local/bin', '/bin', '/run/current-system/sw/bin'];

const BLOCKED =
  'The machine lets this user make no namespaces: see `sysctl user.max_user_namespaces`, on Debian also `kernel.unprivileged_userns_clone` and on Ubuntu `kernel.apparmor_restrict_unprivileged_userns`; start a container as an ordinary user with `--security-opt seccomp=seccomp.json --security-opt systempaths=unconfined`, where seccomp.json is deploy/seccomp.json of metarun (docs/hosting.md).';

const GROUPS_ADVICE =
  'It names a control group that is made for metarun alone and that its user may write to, of version 2 with the controllers memory and pids, or of version 1 with memory; `off` does without.';

/** Why a kind of sandbox does not work here, as a sentence, and whether it is for {@link BLOCKED}. */
interface Problem {
  what: string;
  blocked: boolean;
}

type GroupTrial = (sandbox: Sandbox, group: GuestGroup) => GuestSpec;

export interface DetectOptions {
  /** `auto`: the best that works; else only this one. */
  wanted: SandboxKind | 'auto';
  minLevel: number;
  /** A Python interpreter, for the sandbox without bubblewrap. */
  python: string;
  /** Why this interpreter does not work, with what to do; null if it works. */
  pythonProblem: string | null;
  /** Absolute path of `runtimes/sandbox/launch.py`. */
  launcher: string;
  /**
   * Guests that have to work inside, each of which ends with exit code 0 by itself. They are the guests that runs use, so that
   * the report on the sandbox is based on what was observed.
   */
  trials: (sandbox: Sandbox) => readonly GuestSpec[];
  /** Control groups for runs; without it there are none. */
  groups?: {
    /** `auto`: in the group that is delegated to the server; `off`: none; else in the group at this path. */
    wanted: string;
    /** Guests that end with exit code 0 if the kernel enforces a memory limit on groups that they make. */
    trials: readonly GroupTrial[];
  };
}

/** Finds the best sandbox that works here by trying them. Throws an Error that says what to do if it is not good enough. */
export async function detectSandbox(options: DetectOptions): Promise<Sandbox> {
  const builders: Builders = { ...options, bwrap: findBwrap() };
  const problems: Problem[] = [];
  for (const kind of SANDBOX_KINDS) {
    if (options.wanted !== 'auto' && options.wanted !== kind) continue;
    const users = KernelUsers.ofServer();
    const sandbox = makeSandbox(kind, builders, users, adviceFor(problems));
    const problem = await sandboxProblem(sandbox, builders, options);
    if (problem === null) return withGroups(acceptable(sandbox, options.minLevel), options);
    // The machine may only lack user ids for guests, and grant all else.
    const shared = makeSandbox(kind, builders, new KernelUsers(null), adviceFor(problems));
    if (users.areOwn && (await sandboxProblem(shared, builders, options)) === null)
      return withGroups(acceptable(shared, options.minLevel), options);
    problems.push(problem);
  }
  throw new Error(
    `METARUN_SANDBOX is "${options.wanted}", which does not work: ${textOf(problems)}`,
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

/** Adds control groups if there are any. Throws an Error if control groups are required and do not work. */
async function withGroups(sandbox: Sandbox, options: DetectOptions): Promise<Sandbox> {
  const { groups: asked, python } = options;
  if (asked === undefined || asked.wanted === 'off') return withoutGroups(sandbox);
  const named = asked.wanted !== 'auto';
  if (!sandbox.contained) {
    if (named) throw new Error(`METARUN_CGROUP needs a sandbox of level 2 or 3. ${GROUPS_ADVICE}`);
    return withoutGroups(sandbox);
  }
  const path = named ? asked.wanted : await ControlGroups.delegated(python);
  if (path === null) return withoutGroups(sandbox);
  try {
    const groups = ControlGroups.open(path);
    for (const trial of asked.trials) await tryGroups(sandbox, groups, trial);
    return inGroups(sandbox, groups);
  } catch (error) {
    const problem = groupsProblem(path, error);
    if (named) throw new Error(`METARUN_CGROUP: ${problem} ${GROUPS_ADVICE}`, { cause: error });
    return withoutGroups(sandbox, problem);
  }
}

/** Throws an Error that says what does not work. */
async function tryGroups(
  sandbox: Sandbox,
  groups: ControlGroups,
  trial: GroupTrial,
): Promise<void> {
  const group = groups.make();
  const problem = await trialProblem(sandbox, trial(sandbox, group));
  await group.remove();
  if (problem !== null) throw new Error(`${problem}.`);
}

/** Returns null if a sandbox of this kind works here. */
async function sandboxProblem(
  sandbox: Sandbox,
  builders: Builders,
  { trials, pythonProblem }: DetectOptions,
): Promise<Problem | null> {
  const { kind } = sandbox.report;
  const lacking = (what: string): Problem => ({ what, blocked: false });
  if (kind === 'none') return null;
  if (process.platform !== 'linux') return lacking('Only Linux has the means for a sandbox.');
  if (seccompFilter({ processes: true, uncountedMemory: true, epoll: true }) === null)
    return lacking(`No filter on system calls is known for ${process.arch}.`);
  if (kind === 'bubblewrap' && builders.bwrap === null)
    return lacking(
      'bubblewrap is not installed: `apt-get install bubblewrap` (or your distribution’s package of that name).',
    );
  if (kind === 'namespaces' && pythonProblem !== null)
    return lacking(`A sandbox without bubblewrap needs Python. ${pythonProblem}.`);
  const problems = await Promise.all(trials(sandbox).map((trial) => trialProblem(sandbox, trial)));
  const problem = problems.find((found) => found !== null);
  if (problem === undefined) return null;
  const name = kind === 'bubblewrap' ? 'bubblewrap' : 'A sandbox without bubblewrap';
  return { what: `${name} does not work here (${problem}).`, blocked: true };
}

/** Returns the best sandbox, for callers that know that it works here. */
export function bestSandbox(options: Pick<DetectOptions, 'python' | 'launcher'>): Sandbox {
  const builders = { ...options, bwrap: findBwrap() };
  return makeSandbox('bubblewrap', builders, KernelUsers.ofServer());
}

async function trialProblem(sandbox: Sandbox, trial: GuestSpec): Promise<string | null> {
  try {
    // It runs no script, and on a busy machine it must not look as if it did not work here.
    const guest = spawnGuest(sandbox.wrap(trial), { session: 'trusted' });
    const watch = new ProgressWatch({
      cpuMs: () => guest.cpuMs(),
      isStart: true,
      maxCpuMs: TRIAL_CPU_MS,
      onStuck: () => guest.kill(),
    });
    const { exitCode, signal } = await guest.exited;
    watch.stop();
    if (exitCode === 0) return null;
    if (watch.reason !== null) return `${trial.command}: ${watch.reason}`;
    const lines = guest.stderrTail().trim().split('\n');
    // A stack trace may surround the error line.
    const words = lines.findLast((line) => /error|bwrap:/i.test(line)) ?? lines[0] ?? '';
    return words === '' ? `${trial.command} ended by ${signal ?? `exit code ${exitCode}`}` : words;
  } catch (error) {
    return messageOf(error);
  }
}

function adviceFor(problems: readonly Problem[]): string | null {
  return problems.length === 0 ? null : `For a better one: ${textOf(problems)}`;
}

function textOf(problems: readonly Problem[]): string {
  const blocked = problems.some((problem) => problem.blocked);
  return [...problems.map(({ what }) => what), ...(blocked ? [BLOCKED] : [])].join(' ');
}

/** Finds bubblewrap in the usual folders only: another program of that name on PATH would be trusted with everything. */
export function findBwrap(): string | null {
  const found = BWRAP_FOLDERS.map((folder) => join(folder, 'bwrap')).find(isExecutable);
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
