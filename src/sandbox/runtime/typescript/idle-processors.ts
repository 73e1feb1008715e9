import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * File with three load averages, then the number of threads that run or wait for a processor, this one included, and of
 * all threads. Only Linux has it.
 */
const LOAD = '/proc/loadavg';

/**
 * Returns the number of processors that are idle at this moment, not counting `ours` threads; all processors if the
 * machine does not report the load.
 */
export function idleProcessors(ours: number): number {
  const others = Math.max(0, runnableThreads() - 1 - ours);
  return Math.max(0, availableParallelism() - others);
}

function runnableThreads(): number {
  try {
    return Number(/ (\d+)\/\d+ /.exec(readFileSync(LOAD, 'latin1'))?.[1] ?? 1);
  } catch {
    return 1;
  }
}
