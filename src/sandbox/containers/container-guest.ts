import { readFileSync, rmSync } from 'node:fs';
import { cpuMsOfTree } from '../runtime/process-tree.js';
import { type GuestProcess, spawnGuest } from '../runtime/sandbox/spawn-guest.js';
import { findErrorCode, getErrorMessage } from '../../base/kernel/errors.js';
import type { ContainerEngine } from './container-engine.js';
import { ContainerMeter } from './container-meter.js';
import type { ContainerSpec } from './container-spec.js';

/** Time that the engine's program has to end by itself after its container has been killed (ms). */
const CLIENT_MS = 3_000;

/**
 * Interval between checks that a container still exists (ms), and the number of checks it may miss before the engine's
 * program is ended.
 */
const LOOK_MS = 1_000;
const MISSED = 3;

export interface ContainerGuest extends GuestProcess {
  /** True once the kernel has killed a process of the container for lack of memory. */
  killedForMemory(): boolean;
}

/**
 * Starts a container as a guest: its input and output are the channel, and its stderr is the guest's. `exited` resolves
 * once the engine's program and the container have ended, even if the container had to be killed. Throws if the program
 * cannot be started.
 */
export function startContainer(
  engine: ContainerEngine,
  spec: ContainerSpec & { pidFile: string },
  onWarning: (message: string) => void,
): ContainerGuest {
  const guest = spawnGuest(engine.runCommand(spec), { session: 'trusted' });
  let pid: number | null = null;
  let meter: ContainerMeter | null = null;
  let killed: Promise<void> | null = null;
  const kill = async (): Promise<void> => {
    // This is usually enough: when the first process of a container ends, the kernel ends the others and the engine
    // cleans up.
    const direct = pid !== null && killProcess(pid);
    const clientEnds = within(CLIENT_MS, guest.exited);
    if (!direct) await engine.kill(spec.name);
    if (await clientEnds) return;
    guest.kill();
    // The container may have been starting at the time of the kill.
    await engine.remove(spec.name);
  };
  let missed = 0;
  // If a container's monitor has been killed, the engine's program waits long for the container to end.
  const looking = setInterval(() => {
    if (pid === null || isThere(pid)) return;
    if ((missed += 1) === MISSED) guest.kill();
  }, LOOK_MS).unref();
  const exited = guest.exited.then(async (status) => {
    clearInterval(looking);
    rmSync(spec.pidFile, { force: true });
    pid = null;
    meter?.read();
    // The container may outlive the engine's program.
    if (status.isOuter && killed === null) void engine.remove(spec.name).catch(() => undefined);
    await killed;
    return status;
  });
  return {
    ...guest,
    exited,
    // The container is not a child process of the engine's program.
    cpuMs: () => {
      const first = pid ?? readPid(spec.pidFile);
      return addNullable(guest.cpuMs(), first === null ? null : cpuMsOfTree(first));
    },
    stderrTail: () => guest.stderrTail(),
    openMeter: async () => {
      pid = readPid(spec.pidFile) ?? (await engine.firstProcess(spec.name));
      meter = pid === null ? null : ContainerMeter.of(pid);
      return meter;
    },
    openScratchMeter: () => null,
    killedForMemory: () => meter?.killedForMemory === true,
    kill: () => {
      killed ??= kill().catch((error: unknown) =>
        onWarning(`failed to kill a container: ${getErrorMessage(error)}`),
      );
    },
  };
}

function addNullable(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}

function readPid(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8').trim());
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return findErrorCode(error) !== 'ESRCH';
  }
}

/** Returns whether the process could be killed. A process of another user may refuse. */
function killProcess(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** Resolves to whether `work` was done within `ms`. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  void work.then(() => resolve(true));
  const done = await promise;
  clearTimeout(timer);
  return done;
}
