import { Worker } from 'node:worker_threads';

/** Interval of polls (ms). */
const POLL_MS = 500;

/**
 * Ends this process with its parent, from a thread of its own: a document may keep the main thread busy, which then does not see
 * that its channel is closed. Used if no sandbox does that.
 */
export function watchParent(): void {
  // Read here: by the time that the thread runs, this process may have another parent.
  const watch = `
    setInterval(() => {
      if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
    }, ${POLL_MS});
  `;
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
  new Worker(watch, { eval: true, execArgv: [], resourceLimits: limits }).unref();
}
