/** The jobs in the background that one process of an installation does at a time. */
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
