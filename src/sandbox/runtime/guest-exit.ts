import type { RunLimits } from './protocol.js';
import type { RunErrorCode } from './runtime.js';

/** Why a guest process ended without a `done` or `failed` frame. */
export interface GuestExit {
  code: RunErrorCode;
  message: string;
  /** It ended itself by an exit code, so that no kill of the session can be the reason. */
  byItself?: boolean;
  /** The last text of its standard output and of its standard error, which has not come as frames. */
  words?: readonly string[];
}

/** It was killed since its channel had closed, so that nothing more could come of it. */
export const CHANNEL_CLOSED: GuestExit = {
  code: 'sandbox_error',
  message: "The script's process closed its channel before it returned a result.",
};

/** Nothing is known of its end. */
export const PROCESS_LOST: GuestExit = {
  code: 'worker_lost',
  message: "The script's process ended unexpectedly.",
};

/** Signals by which a process ends for what it does itself. */
const OWN_SIGNALS = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
]);

/** Returns whether a process was ended from outside, so that its work is not to blame. `signal`: null if it has an exit code. */
export function endedFromOutside(signal: string | null): boolean {
  return signal !== null && !OWN_SIGNALS.has(signal);
}

/** Returns how a process has ended on its own account or another's, as words that end a sentence and name no script. */
export function endWords({
  exitCode,
  signal,
}: {
  exitCode: number | null;
  signal: string | null;
}): string {
  return `it ended unexpectedly (${signal ?? `exit code ${exitCode}`})`;
}

/** Explains the end of a process that its script could end. */
export function explainOwnExit(exitCode: number | null, signal: string | null): GuestExit {
  const byItself = signal === null;
  const message = byItself
    ? `The script ended its process with exit code ${exitCode}, before \`run\` returned.`
    : `The script's process was killed by ${signal}.`;
  return { code: 'script_crashed', message, byItself };
}

/** Returns the exit of a run whose processes have used up their CPU time. */
export function cpuLimitPassed({ cpu_ms }: RunLimits): GuestExit {
  const message = `The run passed its limit of ${cpu_ms / 1000} s of CPU time (cpu_seconds) and was stopped.`;
  return { code: 'cpu_limit', message };
}
