import { type ChildProcess, spawn } from 'node:child_process';
import { afterReading } from './after-reading.js';
import { cpuMsOfTree, killGroup, killTree } from './process-tree.js';
import { ProgressWatch } from './progress-watch.js';

/** CPU time after which a short answer does not come any more (ms). */
const ANSWER_CPU_MS = 60_000;
/** Time for reading what a program has written once it has ended (ms). */
const LEFT_MS = 1_000;
/** Characters of output that are kept; more is an error. */
const MAX_CHARS = 1024 * 1024;

export interface AskOptions {
  /** Time without progress after which the program is given up (ms); a minute by default. */
  idleMs?: number;
  /** Ends the program. */
  signal?: AbortSignal;
}

/** Why a program gave no answer. */
export class ProgramError extends Error {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** True if it was given up since it did not advance. */
  readonly isStuck: boolean;

  constructor(message: string, end: Pick<ProgramError, 'exitCode' | 'signal' | 'isStuck'>) {
    super(message);
    ({ exitCode: this.exitCode, signal: this.signal, isStuck: this.isStuck } = end);
  }
}

/** Process groups of programs that have not ended. */
const running = new Set<number>();
/** They have sessions of their own, where Ctrl-C does not end them. */
const endAll = (): void => running.forEach(killTree);
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Ends this process by the signal, unless others listen for it. */
const onSignal = (signal: NodeJS.Signals): void => {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
};

/**
 * Runs a program of this machine that has a short answer, and returns what it prints. It has a process group of its own, which ends with
 * it, so that none of its children can hold up the answer. It is given up when it does not advance. Rejects with a ProgramError if it is
 * given up or ends with another exit code than 0, with the reason of the signal once that aborts, and with the error of its start.
 */
export async function askProgram(
  program: string,
  args: readonly string[],
  { idleMs, signal: abort }: AskOptions = {},
): Promise<string> {
  abort?.throwIfAborted();
  const child = spawn(program, [...args], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  const ended = endOf(child);
  if (pid === undefined) return (await ended).stdout;
  noteBegin(pid);
  const end = (): void => killTree(pid);
  abort?.addEventListener('abort', end);
  const watch = watchProgram(child, { idleMs, end });
  try {
    const { stdout, stderr, exitCode, signal } = await ended;
    abort?.throwIfAborted();
    if (exitCode === 0) return stdout;
    const reason = watch?.reason ?? null;
    const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
    const words = stderr.trim() === '' ? `${program} ${how}` : stderr;
    const message = reason === null ? words : `${program} gave ${reason}`;
    throw new ProgramError(message, { exitCode, signal, isStuck: reason !== null });
  } finally {
    watch?.stop();
    abort?.removeEventListener('abort', end);
    noteEnd(pid);
  }
}

function noteBegin(pid: number): void {
  running.add(pid);
  if (running.size > 1) return;
  process.on('exit', endAll);
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function noteEnd(pid: number): void {
  running.delete(pid);
  if (running.size > 0) return;
  process.off('exit', endAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

interface ProgramEnd {
  stdout: string;
  stderr: string;
  exitCode: number | null;
  signal: string | null;
}

/** Resolves at the end of a process itself, and ends what is left of its group. Rejects with the error of its start. */
function endOf(child: ChildProcess): Promise<ProgramEnd> {
  const { pid } = child;
  const outputs = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      outputs[name] += text;
      if (outputs[name].length > MAX_CHARS && pid !== undefined) killTree(pid);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) => {
      if (pid !== undefined) killGroup(pid);
      const settle = (): void => resolve({ ...outputs, exitCode, signal });
      child.once('close', settle);
      // One that has left the group may still hold the pipes.
      afterReading(LEFT_MS, () => {
        settle();
        child.stdout?.destroy();
        child.stderr?.destroy();
      });
    });
  });
}

/** Kills a program that has a short answer when it does not advance. Returns null if it could not be started. */
export function watchProgram(
  child: Pick<ChildProcess, 'pid' | 'kill'>,
  {
    idleMs,
    end = () => child.kill('SIGKILL'),
  }: { idleMs?: number | undefined; end?: () => unknown } = {},
): ProgressWatch | null {
  const { pid } = child;
  if (pid === undefined) return null;
  return new ProgressWatch({
    cpuMs: () => cpuMsOfTree(pid),
    isStart: true,
    maxCpuMs: ANSWER_CPU_MS,
    ...(idleMs !== undefined && { idleMs }),
    onStuck: end,
  });
}
