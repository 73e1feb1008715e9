import { Worker } from 'node:worker_threads';

/** Polling interval in ms. */
const POLL_MS = 500;

/**
 * Ends this process with its parent. A separate thread polls, since a document may keep the main thread too busy to
 * notice that its channel is closed. Used if no sandbox does this.
 */
export function watchParent(): void {
  // Read before the thread starts, by which time this process may have another parent.
  const watch = `
    setInterval(() => {
      if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
    }, ${POLL_MS});
  `;
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
  new Worker(watch, { eval: true, execArgv: [], resourceLimits: limits }).unref();
}
