import { readFileSync } from 'node:fs';
import { extraSlots } from '../../base/config/concurrency.js';

/**
 * Minimum number of open files, for a server that runs one script at a time: 62 when idle, plus those of a compiler, a
 * start and a client.
 */
const LEAST = 96;
/** Open files besides those of runs: client connections and other processes. */
const BASE = 128;
/** Open files per run; 1 to 6 were measured. */
const PER_RUN = 8;

/** Returns the limit of open files of this process; null if it is unknown or unlimited. */
export function openFilesLimit(read = (): string => readFileSync('/proc/self/limits', 'utf8')) {
  try {
    // Node has already raised the soft limit, the first number, as far as the hard limit allows.
    const limit = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

/**
 * Returns advice if the limit of open files is lower than the runs need; null otherwise. `concurrency`: 0 for a server
 * that runs no scripts. Throws an Error with the advice if not even one run would work.
 */
export function openFilesAdvice(limit: number | null, concurrency: number): string | null {
  // Agents may run as many snippets as there are slots for scripts.
  const runs = 2 * concurrency + (concurrency > 0 ? extraSlots(concurrency) : 0);
  const needed = BASE + PER_RUN * runs;
  if (limit === null || limit >= needed) return null;
  const advice = `This process may have ${limit} files open, and needs up to ${needed} at METARUN_CONCURRENCY=${concurrency}: raise the limit (\`ulimit -n\`, of systemd LimitNOFILE, of a container \`--ulimit nofile\`), or lower METARUN_CONCURRENCY.`;
  if (limit < LEAST) throw new Error(advice);
  return advice;
}
