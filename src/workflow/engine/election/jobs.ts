/** The background jobs, each of which one process of an installation leads at a time. */
export const JOBS = [
  'contents',
  'idempotency',
  'retention',
  'schedules',
  'search',
  'takeover',
  'wakes',
  'webhooks',
] as const;

export type Job = (typeof JOBS)[number];
