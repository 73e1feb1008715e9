/** The thread that compares vectors, so that nothing else waits for these tens of milliseconds. */
import { serveJobs } from '../../base/threads/serve-jobs.js';
import { type Comparison, type Near, listNearest } from './nearest.js';

serveJobs((comparison: Comparison): Near[] => listNearest(comparison));
