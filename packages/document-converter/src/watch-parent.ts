import { Worker } from 'node:worker_threads';

/** Between two looks (ms). */
const LOOK_MS = 500;

/**
 * Ends this process with the one that has started it, from a thread of its own: a document may keep the main one, which then
 * does not see that its channel is closed. For where no sandbox does that.
 */
export function watchParent(): void {
  // Asked here: by the time that the thread runs, this process may have another one.
  const watch = `
    setInterval(() => {
      if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
    }, ${LOOK_MS});
  `;
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
  new Worker(watch, { eval: true, execArgv: [], resourceLimits: limits }).unref();
}
