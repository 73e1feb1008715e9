/** The thread that reads source maps. A large map takes half a second, which would otherwise block the server. */
import { serveJobs } from '../../../base/threads/serve-jobs.js';
import { doSourceJob, type SourceJob } from './source-jobs.js';

serveJobs(({ kind, job }: SourceJob) => doSourceJob(kind, job));
