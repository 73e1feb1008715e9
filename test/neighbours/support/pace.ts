import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The time in which the machine that the bounds are for starts and ends Node (ms). */
const NOMINAL_MS = 40;
const STARTS = 9;

/**
 * Returns the factor by which this machine is slower to start a process than the one that the bounds are for; 1 at least. All
 * of the victim's work is made of processes and memory, so a slower machine gets bounds in proportion.
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
