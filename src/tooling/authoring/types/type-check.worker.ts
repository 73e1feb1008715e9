/** The thread that checks types: a second of work that nothing else waits for. */
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../../base/kernel/errors.js';
import { TypeChecks } from './check-types.js';
import type { TypeAnswer, TypeJob } from './type-job.js';

const checks = new TypeChecks();

function answer(job: TypeJob): TypeAnswer {
  try {
    return { id: job.id, findings: checks.check(job) };
  } catch (error) {
    return { id: job.id, failed: messageOf(error) };
  }
}

const port = parentPort;
if (port === null) throw new Error('type-check.worker runs as a worker thread only');
port.on('message', (job: TypeJob) => port.postMessage(answer(job)));
