/** The thread that compares vectors: some tens of milliseconds of work that nothing else waits for. */
import { serveJobs } from '../../base/threads/serve-jobs.js';
import { type Comparison, type Near, nearestOf } from './nearest.js';

serveJobs((comparison: Comparison): Near[] => nearestOf(comparison));
