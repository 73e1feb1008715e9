import { Worker } from 'node:worker_threads';

/** Between two looks (ms). */
const LOOK_MS = 500;
/** Whom it gets when the thread starts may be another already. */
const WATCH = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_MS});
`;

/**
 * Ends this process with the one that has started it, from a thread of its own: a document may keep the main one, which then
 * does not see that its channel is closed. For where no sandbox does that.
 */
export function watchParent(): void {
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
  new Worker(WATCH, { eval: true, workerData: process.ppid, resourceLimits: limits }).unref();
}
