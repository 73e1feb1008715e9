/** The thread that finds headings and sections: a second of work for a large file, that nothing else waits for. */
import { serveJobs } from '../../../base/threads/serve-jobs.js';
import { doTextJob } from './text-jobs.js';

serveJobs(doTextJob);
