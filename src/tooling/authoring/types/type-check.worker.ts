/** The thread that checks types: a second of work that nothing else waits for. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { readClientEnvironment } from '../../../base/config/client-environment.js';
import { messageOf } from '../../../base/kernel/errors.js';
import type { TypeAnswer, TypeJob } from './type-job.js';

// A thread has none of its process. To compile the compiler would be a fifth of a check.
enableCompileCache(join(readClientEnvironment().cacheDir, 'compiled'));
const { TypeChecks } = await import('./check-types.js');

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
