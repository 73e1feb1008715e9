import { execFile } from 'node:child_process';
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
  const { pid } = asked.child;
  const watch =
    pid === undefined
      ? null
      : new ProgressWatch({
          cpuMs: () => cpuMsOfTree(pid),
          isStart: true,
          maxCpuMs: ANSWER_CPU_MS,
          onStuck: () => asked.child.kill('SIGKILL'),
        });
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
