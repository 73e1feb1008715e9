import { parentPort } from 'node:worker_threads';
import { getErrorMessage } from '../kernel/errors.js';
import type { JobAnswer } from './job-thread.js';

/** Makes this thread do the jobs of a {@link JobThread}, one after the other. */
export function serveJobs<Job, Answer>(work: (job: Job) => Answer): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs as a worker thread only');
  port.on('message', ({ id, job }: { id: number; job: Job }) => {
    let message: JobAnswer<Answer>;
    try {
      message = { id, answer: work(job) };
    } catch (error) {
      message = { id, failed: getErrorMessage(error) };
    }
    port.postMessage(message);
  });
}
