import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Three averages, then the threads that run or wait for a processor, this one included, and all threads. Linux alone has it. */
const LOAD = '/proc/loadavg';

/** Returns how many processors nothing uses at this moment, apart from `ours` threads; all where the machine does not report it. */
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
