import type { RunLimits } from './protocol.js';
import type { RunErrorCode } from './runtime.js';

const MIB = 1024 * 1024;

/** Explains why a guest process ended without a `done` or `failed` frame. */
export interface GuestExit {
  code: RunErrorCode;
  message: string;
  /** True if the process exited by itself with an exit code, so that no kill by the session can be the reason. */
  byItself?: boolean;
  /** The last texts of its standard output and standard error that did not arrive as frames. */
  words?: readonly string[];
}

/** The process was killed because its channel had closed and no result could follow. */
export const CHANNEL_CLOSED: GuestExit = {
  code: 'sandbox_error',
  message: "The script's process closed its channel before it returned a result.",
};

/** Nothing is known about the end of the process. */
export const PROCESS_LOST: GuestExit = {
  code: 'worker_lost',
  message: "The script's process ended unexpectedly.",
};

/** Signals caused by a process's own actions. */
const OWN_SIGNALS = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
]);

/**
 * Returns whether a process was ended from outside, so that its work is not to blame. `signal` is null if the process
 * has an exit code.
 */
export function endedFromOutside(signal: string | null): boolean {
  return signal !== null && !OWN_SIGNALS.has(signal);
}

/** Describes how a process ended, as the end of a sentence that names no script. */
export function endWords({
  exitCode,
  signal,
}: {
  exitCode: number | null;
  signal: string | null;
}): string {
  return `it ended unexpectedly (${signal ?? `exit code ${exitCode}`})`;
}

/** Explains the end of a process that its script could have caused. */
export function explainOwnExit(exitCode: number | null, signal: string | null): GuestExit {
  const byItself = signal === null;
  const message = byItself
    ? `The script ended its process with exit code ${exitCode}, before \`run\` returned.`
    : `The script's process was killed by ${signal}.`;
  return { code: 'script_crashed', message, byItself };
}

/** Returns the exit of a run whose processes have taken more memory than they may. */
export function memoryLimitPassed({ memory_bytes }: Pick<RunLimits, 'memory_bytes'>): GuestExit {
  const message = `The run passed its limit of ${memory_bytes / MIB} MiB of memory (memory_mb) and was stopped.`;
  return { code: 'out_of_memory', message };
}

/** Returns the exit of a run whose processes have used up their CPU time. */
export function cpuLimitPassed({ cpu_ms }: RunLimits): GuestExit {
  const message = `The run passed its limit of ${cpu_ms / 1000} s of CPU time (cpu_seconds) and was stopped.`;
  return { code: 'cpu_limit', message };
}
