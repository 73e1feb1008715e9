import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScriptLanguage } from '../../../base/languages/index.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
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

/** CPU time for the start and end of a guest in a trial (ms). */
const TRIAL_CPU_MS = 60_000;
/** Number of consecutive inconclusive trials after which the start fails. */
const TRIES = 3;
/**
 * Time without progress after which a trial is abandoned if another one has succeeded (ms): the sandbox is then known
 * to work, and the runtime of the language keeps trying.
 */
const PATIENCE_MS = 10_000;
/** Pause between two trials, which grows each time (ms). */
const PAUSE_MS = 300;
/** Output of programs for which the machine lacks processes, memory or open files. */
const NOTHING_LEFT = /Resource temporarily unavailable|Cannot allocate memory|Too many open files/;
const BWRAP_FOLDERS = ['/usr/bin', '/usr/local/bin', '/bin', '/run/current-system/sw/bin'];

const BLOCKED =
  'The machine lets this user make no namespaces: see `sysctl user.max_user_namespaces`, on Debian also `kernel.unprivileged_userns_clone` and on Ubuntu `kernel.apparmor_restrict_unprivileged_userns`; start a container as an ordinary user with `--security-opt seccomp=seccomp.json --security-opt systempaths=unconfined`, where seccomp.json is deploy/seccomp.json of metarun (docs/hosting.md).';

const GROUPS_ADVICE =
  'It names a control group that is made for metarun alone and that its user may write to, of version 2 with the controllers memory and pids, or of version 1 with memory; `off` does without.';

/** Reason why a kind of sandbox does not work here, as a sentence. `blocked` if {@link BLOCKED} explains it. */
interface Problem {
  what: string;
  blocked: boolean;
}

/** Reason why a trial failed. */
interface Failure {
  reason: string;
  /** True if the trial is inconclusive: the guest was killed, made no progress, or could not be started. */
  isUnclear: boolean;
  /** True if the guest made no progress. */
  isStuck: boolean;
}

/** A sandbox that works on this machine. */
export interface FoundSandbox {
  sandbox: Sandbox;
  /**
   * Reasons why the guests of some languages do not work in it, each as the end of a sentence. Other languages work.
   */
  problems: ReadonlyMap<ScriptLanguage, string>;
}

type GroupTrial = (sandbox: Sandbox, group: GuestGroup) => GuestSpec;

export interface DetectOptions {
  /** `auto` for the best sandbox that works; otherwise only this kind. */
  wanted: SandboxKind | 'auto';
  minLevel: number;
  /** A Python interpreter, for the sandbox without bubblewrap. */
  python: string;
  /** Reason why this interpreter does not work, with advice; null if it works. */
  pythonProblem: string | null;
  /** True if the interpreter may work the next time. */
  pythonIsUnclear?: boolean;
  /** Absolute path of `runtimes/sandbox/launch.py`. */
  launcher: string;
  /**
   * For each language, a guest that must work in the sandbox and exits with code 0. They are the same guests that runs
   * use, so that the report on the sandbox is based on observation.
   */
  trials: ReadonlyMap<ScriptLanguage, (sandbox: Sandbox) => GuestSpec>;
  /** Control groups for runs; none if absent. */
  groups?: {
    /** `auto` for the group that is delegated to the server; `off` for none; otherwise the path of a group. */
    wanted: string;
    /** Guests that exit with code 0 if the kernel enforces a memory limit on groups that they create. */
    trials: ReadonlyMap<ScriptLanguage, GroupTrial>;
  };
  /** Receives the reason why a trial is repeated. */
  onWarning?: (message: string) => void;
}

/**
 * Finds the best sandbox that works here, by trials: the best in which the guests of all languages work, otherwise the
 * best that contains those of some. A language that works in no sandbox must not deprive the others of theirs. Throws
 * an Error with advice if the sandbox is not good enough, or with the reason if it is unknown what works here.
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
    // The machine may lack only user ids for guests and support everything else.
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
    `METARUN_SANDBOX is "${options.wanted}", which does not work: ${formatProblems(problems)}`,
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

/** Adds control groups if available. Throws an Error if control groups are required and do not work. */
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
    return withoutGroups(sandbox, getErrorMessage(error));
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

/** Tests control groups. Throws an Error that says what does not work. */
async function tryGroups(
  sandbox: Sandbox,
  groups: ControlGroups,
  trial: GroupTrial,
  { onWarning }: DetectOptions,
): Promise<void> {
  const failure = await repeated(async () => {
    const group = groups.make();
    try {
      return await runTrial(sandbox, trial(sandbox, group));
    } finally {
      await group.remove();
    }
  }, onWarning);
  if (failure !== null) throw new Error(`${failure.reason}.`);
}

/**
 * Returns why a sandbox of this kind does not work here, or which languages do not work in it. `isWhole` is true if, as
 * far as is known, a weaker sandbox would not help them. Throws an Error if the trials are inconclusive.
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

/**
 * Returns the error of inconclusive trials. Continuing with a weaker sandbox would contain scripts less than this
 * machine can.
 */
function unknown(reason: string): Error {
  return new Error(
    `It is not known which sandbox works here, since its trial was inconclusive: ${reason}. Start it again.`,
  );
}

function notHere(kind: SandboxKind, reason: string): Problem {
  const name = kind === 'bubblewrap' ? 'bubblewrap' : 'A sandbox without bubblewrap';
  return { what: `${name} does not work here (${reason}).`, blocked: true };
}

/** Returns the reasons why the guests of some languages do not work in a sandbox. */
async function failuresIn(
  sandbox: Sandbox,
  { trials, onWarning }: DetectOptions,
): Promise<Map<ScriptLanguage, Failure>> {
  const failures = new Map<ScriptLanguage, Failure>();
  let oneWorks = false;
  await Promise.all(
    [...trials].map(async ([language, trial]) => {
      const failure = await repeated(
        () => runTrial(sandbox, trial(sandbox), () => (oneWorks ? PATIENCE_MS : undefined)),
        onWarning,
        ({ isStuck }) => !isStuck || !oneWorks,
      );
      if (failure === null) oneWorks = true;
      else failures.set(language, failure);
    }),
  );
  return failures;
}

/** Repeats a trial while its failure is inconclusive. */
async function repeated(
  trial: () => Promise<Failure | null>,
  onWarning: DetectOptions['onWarning'],
  mayRepeat: (failure: Failure) => boolean = () => true,
): Promise<Failure | null> {
  for (let tries = 1; ; tries += 1) {
    const failure = await trial();
    if (failure?.isUnclear !== true || tries === TRIES || !mayRepeat(failure)) return failure;
    onWarning?.(`The trial of the sandbox was inconclusive and is repeated: ${failure.reason}.`);
    await delay(PAUSE_MS * tries);
  }
}

/** Returns the best sandbox, for callers that know that it works here. */
export function bestSandbox(options: Pick<DetectOptions, 'python' | 'launcher'>): Sandbox {
  const builders = { ...options, bwrap: findBwrap() };
  return makeSandbox('bubblewrap', builders, KernelUsers.ofServer());
}

/** Runs a trial and returns its failure, or null. For `idleMs`, see {@link ProgressWatchOptions}. */
async function runTrial(
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
    return { reason: getErrorMessage(error), isUnclear: false, isStuck: false };
  }
  let guest: GuestProcess;
  try {
    // The trial runs no script, and must not appear to fail because the machine is busy.
    guest = spawnGuest(command, { session: 'trusted' });
  } catch (error) {
    return unclear(getErrorMessage(error));
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
  return problems.length === 0 ? null : `For a better one: ${formatProblems(problems)}`;
}

function formatProblems(problems: readonly Problem[]): string {
  const blocked = problems.some((problem) => problem.blocked);
  return [...problems.map(({ what }) => what), ...(blocked ? [BLOCKED] : [])].join(' ');
}

/**
 * Finds bubblewrap in the usual folders only, since another program of that name on PATH would be trusted with
 * everything.
 */
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
