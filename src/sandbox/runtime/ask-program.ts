import { type ChildProcess, spawn } from 'node:child_process';
import { afterReading } from './after-reading.js';
import { cpuMsOfTree, killGroup, killTree } from './process-tree.js';
import { ProgressWatch } from './progress-watch.js';

/** CPU time after which a short answer is no longer expected (ms). */
const ANSWER_CPU_MS = 60_000;
/** Time for reading the remaining output of a program that has ended (ms). */
const LEFT_MS = 1_000;
/** Maximum number of characters of output; more is an error. */
const MAX_CHARS = 1024 * 1024;

export interface AskOptions {
  /** Time without progress after which the program is killed (ms); one minute by default. */
  idleMs?: number;
  /** Kills the program. */
  signal?: AbortSignal;
}

/** Reason why a program gave no answer. */
export class ProgramError extends Error {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** True if the program was killed because it made no progress. */
  readonly isStuck: boolean;

  constructor(message: string, end: Pick<ProgramError, 'exitCode' | 'signal' | 'isStuck'>) {
    super(message);
    ({ exitCode: this.exitCode, signal: this.signal, isStuck: this.isStuck } = end);
  }
}

/** Process groups of programs that are running. */
const running = new Set<number>();
/** Kills all programs: they have their own sessions, which Ctrl-C does not reach. */
const endAll = (): void => running.forEach(killTree);
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Ends this process with the signal, unless others listen for it. */
const onSignal = (signal: NodeJS.Signals): void => {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
};

/**
 * Runs a program of this machine that has a short answer, and returns its output. The program has its own process
 * group, which ends with it, so that none of its children can delay the answer. It is killed if it makes no progress.
 * Rejects with a ProgramError if it is killed or its exit code is not 0, with the signal's reason if that aborts, and
 * with the start error if it cannot be started.
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
  const ended = waitForEnd(child);
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

/** Resolves when the process itself ends, and kills the rest of its group. Rejects with the error of its start. */
function waitForEnd(child: ChildProcess): Promise<ProgramEnd> {
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
      // A process that has left the group may still hold the pipes open.
      afterReading(LEFT_MS, () => {
        settle();
        child.stdout?.destroy();
        child.stderr?.destroy();
      });
    });
  });
}

/** Kills a program with a short answer if it makes no progress. Returns null if it could not be started. */
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
