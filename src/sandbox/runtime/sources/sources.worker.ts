/** The thread that reads source maps: half a second of work for a large one, that nothing else waits for. */
import { serveJobs } from '../../../base/threads/serve-jobs.js';
import { doSourceJob, type SourceJob } from './source-jobs.js';

serveJobs(({ kind, job }: SourceJob) => doSourceJob(kind, job));
