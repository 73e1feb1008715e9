import type { Worker } from 'node:worker_threads';

/** Pause before the first poll: most jobs have ended by then (ms). */
const FIRST_LOOK_MS = 50;
/** Shortest pause between two polls (ms). */
const LEAST_PAUSE_MS = 10;

/** A thread that reports its CPU time, whatever it is doing. */
export type MeteredThread = Pick<Worker, 'cpuUsage'>;

/**
 * Limits the CPU time of a thread: calls `onExceeded` once it has used more than `limitMs` since the first poll, which
 * is 50 ms after the call. A busy machine slows a thread down but charges it no CPU time. Returns the function that
 * ends the watch. A thread that does not report its CPU time is not limited.
 */
export function limitCpuTime(
  thread: MeteredThread,
  limitMs: number,
  onExceeded: () => void,
): () => void {
  let before: number | null = null;
  let ended = false;
  const look = async (): Promise<void> => {
    const total = await measureCpuMs(thread);
    if (ended || total === null) return;
    before ??= total;
    const leftMs = limitMs - (total - before);
    if (leftMs < 0) return onExceeded();
    // CPU time grows no faster than the clock.
    lookIn(Math.max(LEAST_PAUSE_MS, leftMs));
  };
  let timer: NodeJS.Timeout;
  const lookIn = (ms: number): void => {
    timer = setTimeout(() => void look(), ms);
  };
  lookIn(FIRST_LOOK_MS);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Returns the CPU time of a thread since its start in ms; null if it has ended or cannot report it. */
async function measureCpuMs(thread: MeteredThread): Promise<number | null> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return null;
  }
}
