import { readFileSync } from 'node:fs';
import { extraSlots } from '../../base/config/concurrency.js';

/** Open files of a server that runs one script at a time: 62 without any, and those of a compiler, of a start and of a client. */
const LEAST = 96;
/** Open files beside those of runs: connections of clients, and other processes. */
const BASE = 128;
/** Open files for each run; 1 to 6 were counted. */
const PER_RUN = 8;

/** Returns how many files this process may have open; null where the machine does not say so, or sets no limit. */
export function openFilesLimit(read = (): string => readFileSync('/proc/self/limits', 'utf8')) {
  try {
    // Node has raised the first figure to the second, as far as it may.
    const limit = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

/**
 * Returns what to do where this process may have fewer files open than its runs need; else null. `concurrency`: 0 for a server that runs
 * none. Throws an Error that says so where not even one run would work.
 */
export function openFilesAdvice(limit: number | null, concurrency: number): string | null {
  // Agents may run as many snippets as scripts have slots.
  const runs = 2 * concurrency + (concurrency > 0 ? extraSlots(concurrency) : 0);
  const needed = BASE + PER_RUN * runs;
  if (limit === null || limit >= needed) return null;
  const advice = `This process may have ${limit} files open, and needs up to ${needed} at METARUN_CONCURRENCY=${concurrency}: raise the limit (\`ulimit -n\`, of systemd LimitNOFILE, of a container \`--ulimit nofile\`), or lower METARUN_CONCURRENCY.`;
  if (limit < LEAST) throw new Error(advice);
  return advice;
}
