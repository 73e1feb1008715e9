/**
 * Worker thread that finds headings and sections, since a large file would block the main thread for up to a second.
 */
import { serveJobs } from '../../../base/threads/serve-jobs.js';
import { doTextJob } from './text-jobs.js';

serveJobs(doTextJob);
