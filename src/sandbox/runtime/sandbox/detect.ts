import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScriptLanguage } from '../../../base/languages/index.js';
import { messageOf } from '../../../base/kernel/errors.js';
import { ControlGroups, groupsProblem, type GuestGroup } from './control-groups.js';
import { ProgressWatch } from '../progress-watch.js';
import type { GuestSpec } from './guest-spec.js';
import { KernelUsers } from './kernel-users.js';
import {
  type GuestCommand,
  LEVELS,
  SANDBOX_KINDS,
  type Sandbox,
  type SandboxKind,
} from './sandbox.js';
import { type Builders, inGroups, makeSandbox, withoutGroups } from './sandboxes.js';
import { seccompFilter } from './seccomp.js';
import { type GuestProcess, spawnGuest } from './spawn-guest.js';

/** CPU time for a guest's start and end when a sandbox is tried (ms). */
const TRIAL_CPU_MS = 60_000;
/** Trials whose failure says nothing about the sandbox, one after the other, before the start fails. */
const TRIES = 3;
/**
 * Time without progress after which a trial is given up beside one that has succeeded (ms): the sandbox is known to work then, and the
 * runtime of the language goes on trying.
 */
const PATIENCE_MS = 10_000;
/** Between two of them, and longer each time (ms). */
const PAUSE_MS = 300;
/** The words of programs for which the machine has no process, memory or open file left. */
const NOTHING_LEFT = /Resource temporarily unavailable|Cannot allocate memory|Too many open files/;
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

/** Why a trial failed. */
interface Failure {
  reason: string;
  /** True if it says nothing about the sandbox: the guest was killed, did not advance, or could not be started. */
  isUnclear: boolean;
  /** True if the guest did not advance. */
  isStuck: boolean;
}

/** A sandbox that works here. */
export interface FoundSandbox {
  sandbox: Sandbox;
  /** Why the guests of some languages do not work in it, as words that end a sentence; those of others do. */
  problems: ReadonlyMap<ScriptLanguage, string>;
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
  /** True if it may work the next time. */
  pythonIsUnclear?: boolean;
  /** Absolute path of `runtimes/sandbox/launch.py`. */
  launcher: string;
  /**
   * For each language a guest that has to work inside, which ends with exit code 0 by itself. They are the guests that runs use, so
   * that the report on the sandbox is based on what was observed.
   */
  trials: ReadonlyMap<ScriptLanguage, (sandbox: Sandbox) => GuestSpec>;
  /** Control groups for runs; without it there are none. */
  groups?: {
    /** `auto`: in the group that is delegated to the server; `off`: none; else in the group at this path. */
    wanted: string;
    /** Guests that end with exit code 0 if the kernel enforces a memory limit on groups that they make. */
    trials: ReadonlyMap<ScriptLanguage, GroupTrial>;
  };
  /** Receives why a trial is repeated. */
  onWarning?: (message: string) => void;
}

/**
 * Finds the best sandbox that works here by trying them: the best in which the guests of all languages work, else the best that
 * contains those of some. A language that works in none must not cost the others their sandbox. Throws an Error that says what to do
 * if it is not good enough, or why it is not known what works here.
 */
export async function detectSandbox(options: DetectOptions): Promise<FoundSandbox> {
  const builders: Builders = { ...options, bwrap: findBwrap() };
  const problems: Problem[] = [];
  let partial: FoundSandbox | null = null;
  for (const kind of SANDBOX_KINDS) {
    if (options.wanted !== 'auto' && options.wanted !== kind) continue;
    if (partial !== null && (kind === 'none' || LEVELS[kind].level < options.minLevel)) break;
    const users = KernelUsers.ofServer();
    let problem: Problem | null = null;
    // The machine may only lack user ids for guests, and grant all else.
    for (const from of users.areOwn ? [users, new KernelUsers(null)] : [users]) {
      const sandbox = makeSandbox(kind, builders, from, adviceFor(problems));
      const tried = await trySandbox(sandbox, builders, options);
      if ('what' in tried) problem ??= tried;
      else if (tried.isWhole) return withGroups({ sandbox, ...tried }, options);
      else {
        partial ??= { sandbox, problems: tried.problems };
        const [reason = ''] = tried.problems.values();
        problem ??= { ...notHere(kind, reason), blocked: false };
      }
    }
    if (problem !== null) problems.push(problem);
  }
  if (partial !== null) return withGroups(partial, options);
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
async function withGroups(found: FoundSandbox, options: DetectOptions): Promise<FoundSandbox> {
  const { problems } = found;
  return { sandbox: await inOwnGroups(found, options), problems };
}

async function inOwnGroups(
  { sandbox: found, problems }: FoundSandbox,
  options: DetectOptions,
): Promise<Sandbox> {
  const { groups: asked, python } = options;
  const sandbox = acceptable(found, options.minLevel);
  if (asked === undefined || asked.wanted === 'off') return withoutGroups(sandbox);
  const named = asked.wanted !== 'auto';
  if (!sandbox.contained) {
    if (named) throw new Error(`METARUN_CGROUP needs a sandbox of level 2 or 3. ${GROUPS_ADVICE}`);
    return withoutGroups(sandbox);
  }
  let path: string | null = asked.wanted;
  try {
    if (!named)
      path = await ControlGroups.delegated(options.pythonProblem === null ? python : null);
  } catch (error) {
    return withoutGroups(sandbox, messageOf(error));
  }
  if (path === null) return withoutGroups(sandbox);
  try {
    const groups = ControlGroups.open(path);
    for (const [language, trial] of asked.trials)
      if (!problems.has(language)) await tryGroups(sandbox, groups, trial, options);
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
  { onWarning }: DetectOptions,
): Promise<void> {
  const failure = await repeated(async () => {
    const group = groups.make();
    try {
      return await failureOf(sandbox, trial(sandbox, group));
    } finally {
      await group.remove();
    }
  }, onWarning);
  if (failure !== null) throw new Error(`${failure.reason}.`);
}

/**
 * Returns why a sandbox of this kind does not work here, or else which languages do not work in it. `isWhole`: a worse sandbox is no
 * better for them, as far as is known. Throws an Error if nothing is known of it.
 */
async function trySandbox(
  sandbox: Sandbox,
  builders: Builders,
  options: DetectOptions,
): Promise<Problem | (Pick<FoundSandbox, 'problems'> & { isWhole: boolean })> {
  const { kind } = sandbox.report;
  const { pythonProblem } = options;
  const lacking = (what: string): Problem => ({ what, blocked: false });
  if (kind === 'none') return { problems: new Map(), isWhole: true };
  if (process.platform !== 'linux') return lacking('Only Linux has the means for a sandbox.');
  if (seccompFilter({ processes: true, uncountedMemory: true, epoll: true }) === null)
    return lacking(`No filter on system calls is known for ${process.arch}.`);
  if (kind === 'bubblewrap' && builders.bwrap === null)
    return lacking(
      'bubblewrap is not installed: `apt-get install bubblewrap` (or your distribution’s package of that name).',
    );
  if (kind === 'namespaces' && pythonProblem !== null && options.pythonIsUnclear === true)
    throw unknown(pythonProblem);
  if (kind === 'namespaces' && pythonProblem !== null)
    return lacking(`A sandbox without bubblewrap needs Python. ${pythonProblem}.`);
  const failures = await failuresIn(sandbox, options);
  const [first] = failures.values();
  const unclear = [...failures.values()].find(({ isUnclear }) => isUnclear);
  if (first !== undefined && failures.size === options.trials.size) {
    if (unclear === undefined) return notHere(kind, first.reason);
    throw unknown(unclear.reason);
  }
  const problems = [...failures].map(([language, { reason }]) => [language, reason] as const);
  return { problems: new Map(problems), isWhole: first === undefined || unclear !== undefined };
}

/** To go on with a worse sandbox would leave scripts less contained than this machine can contain them. */
function unknown(reason: string): Error {
  return new Error(
    `It is not known which sandbox works here, since its trial came to no end: ${reason}. Start it again.`,
  );
}

function notHere(kind: SandboxKind, reason: string): Problem {
  const name = kind === 'bubblewrap' ? 'bubblewrap' : 'A sandbox without bubblewrap';
  return { what: `${name} does not work here (${reason}).`, blocked: true };
}

/** Returns why the guests of some languages do not work in a sandbox. */
async function failuresIn(
  sandbox: Sandbox,
  { trials, onWarning }: DetectOptions,
): Promise<Map<ScriptLanguage, Failure>> {
  const failures = new Map<ScriptLanguage, Failure>();
  let oneWorks = false;
  await Promise.all(
    [...trials].map(async ([language, trial]) => {
      const failure = await repeated(
        () => failureOf(sandbox, trial(sandbox), () => (oneWorks ? PATIENCE_MS : undefined)),
        onWarning,
        ({ isStuck }) => !isStuck || !oneWorks,
      );
      if (failure === null) oneWorks = true;
      else failures.set(language, failure);
    }),
  );
  return failures;
}

/** Carries out a trial again where its failure says nothing. */
async function repeated(
  trial: () => Promise<Failure | null>,
  onWarning: DetectOptions['onWarning'],
  mayRepeat: (failure: Failure) => boolean = () => true,
): Promise<Failure | null> {
  for (let tries = 1; ; tries += 1) {
    const failure = await trial();
    if (failure?.isUnclear !== true || tries === TRIES || !mayRepeat(failure)) return failure;
    onWarning?.(`The sandbox is tried again, since its trial came to no end: ${failure.reason}.`);
    await delay(PAUSE_MS * tries);
  }
}

/** Returns the best sandbox, for callers that know that it works here. */
export function bestSandbox(options: Pick<DetectOptions, 'python' | 'launcher'>): Sandbox {
  const builders = { ...options, bwrap: findBwrap() };
  return makeSandbox('bubblewrap', builders, KernelUsers.ofServer());
}

/** Carries out a trial. `idleMs`: see {@link ProgressWatchOptions}. */
async function failureOf(
  sandbox: Sandbox,
  trial: GuestSpec,
  idleMs: () => number | undefined = () => undefined,
): Promise<Failure | null> {
  const unclear = (reason: string, isStuck = false): Failure => ({
    reason,
    isUnclear: true,
    isStuck,
  });
  let command: GuestCommand;
  try {
    command = sandbox.wrap(trial);
  } catch (error) {
    return { reason: messageOf(error), isUnclear: false, isStuck: false };
  }
  let guest: GuestProcess;
  try {
    // It runs no script, and on a busy machine it must not look as if it did not work here.
    guest = spawnGuest(command, { session: 'trusted' });
  } catch (error) {
    return unclear(messageOf(error));
  }
  const watch = new ProgressWatch({
    cpuMs: () => guest.cpuMs(),
    isStart: true,
    idleMs,
    maxCpuMs: TRIAL_CPU_MS,
    onStuck: () => guest.kill(),
  });
  const { exitCode, signal } = await guest.exited;
  watch.stop();
  if (exitCode === 0) return null;
  if (watch.reason !== null) return unclear(`${trial.command}: ${watch.reason}`, true);
  if (signal !== null) return unclear(`${trial.command} was ended by ${signal}`);
  const lines = guest.stderrTail().trim().split('\n');
  // A stack trace may surround the error line.
  const words = lines.findLast((line) => /error|bwrap:/i.test(line)) ?? lines[0] ?? '';
  const reason = words === '' ? `${trial.command} ended by exit code ${exitCode}` : words;
  return { reason, isUnclear: NOTHING_LEFT.test(words), isStuck: false };
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
