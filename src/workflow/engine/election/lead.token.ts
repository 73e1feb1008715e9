import type { Job } from './jobs.js';

/** Injection token of the {@link Lead} of a job. */
export function getLeadToken(job: Job): string {
  return `LEAD_OF_${job.toUpperCase()}`;
}
