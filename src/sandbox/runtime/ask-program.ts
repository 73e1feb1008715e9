import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuMsOfTree } from './process-tree.js';
import { ProgressWatch } from './progress-watch.js';

/** CPU time after which a short answer does not come any more (ms). */
const ANSWER_CPU_MS = 60_000;

/**
 * Runs a program of this machine that has a short answer, and returns what it prints. It is given up when it does not advance. Throws
 * if it cannot be started, is given up, or ends with another exit code than 0.
 */
export async function askProgram(program: string, args: readonly string[]): Promise<string> {
  const asked = promisify(execFile)(program, args, { cwd: '/' });
  const watch = watchProgram(asked.child);
  try {
    return (await asked).stdout;
  } catch (error) {
    throw watch?.reason == null
      ? error
      : new Error(`${program}: ${watch.reason}`, { cause: error });
  } finally {
    watch?.stop();
  }
}

/** Kills a program that has a short answer when it does not advance. Returns null if it could not be started. */
export function watchProgram(child: Pick<ChildProcess, 'pid' | 'kill'>): ProgressWatch | null {
  const { pid } = child;
  if (pid === undefined) return null;
  return new ProgressWatch({
    cpuMs: () => cpuMsOfTree(pid),
    isStart: true,
    maxCpuMs: ANSWER_CPU_MS,
    onStuck: () => child.kill('SIGKILL'),
  });
}
