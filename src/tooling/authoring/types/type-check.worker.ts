/** The thread that checks types: a second of work that blocks nothing else. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { readClientEnvironment } from '../../../base/config/client-environment.js';
import { serveJobs } from '../../../base/threads/serve-jobs.js';
import type { TypeJob } from './type-job.js';

// A thread does not inherit the cache of its process. Compiling the compiler would take a fifth of a check.
enableCompileCache(join(readClientEnvironment().cacheDir, 'compiled'));
const { TypeChecks } = await import('./check-types.js');

const checks = new TypeChecks();
serveJobs((job: TypeJob) => checks.check(job));
