import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../kernel/errors.js';
import type { GuestSpec } from './guest-spec.js';
import { KernelUsers } from './kernel-users.js';
import { SANDBOX_KINDS, type Sandbox, type SandboxKind } from './sandbox.js';
import { type Builders, makeSandbox } from './sandboxes.js';
import { seccompFilter } from './seccomp.js';
import { spawnGuest } from './spawn-guest.js';

/** Time that a guest gets to start and end when a sandbox is tried (ms). */
const TRIAL_MS = 15_000;
const BWRAP_PLACES = ['/usr/bin', '/usr/local/bin', '/bin', '/run/current-system/sw/bin'];

const BLOCKED =
  'The machine lets this user make no namespaces: on Ubuntu see `sysctl kernel.apparmor_restrict_unprivileged_userns`, in a container run it with `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`.';

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
    if (fault === null) return acceptable(sandbox, options.minLevel);
    // A machine that grants no user ids of their own may grant all else.
    const shared = makeSandbox(kind, builders, new KernelUsers(null), adviceFor(faults));
    if (users.areOwn && (await faultOf(shared, builders, options.trials)) === null)
      return acceptable(shared, options.minLevel);
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
    const guest = spawnGuest(sandbox.wrap(trial));
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
