import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Time in which the reference machine starts and ends Node, in ms. */
const NOMINAL_MS = 40;
const STARTS = 9;

/**
 * Returns the factor by which this machine starts processes more slowly than the reference machine, at least 1. The
 * victim's work consists of processes and memory, so the bounds grow in proportion.
 */
export async function measurePace(): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const began = performance.now();
    await promisify(execFile)(process.execPath, ['-e', '0'], { env: {} });
    times.push(performance.now() - began);
  }
  const median = times.toSorted((one, other) => one - other)[(STARTS - 1) / 2] ?? NOMINAL_MS;
  return Math.max(1, Math.round((median / NOMINAL_MS) * 10) / 10);
}
