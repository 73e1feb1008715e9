/**
 * pending -> running -> success | failed | cancelled; running -> waiting -> pending; a lost run goes back to
 * pending; failed | cancelled -> pending by a retry.
 */
export const TASK_STATUSES = [
  'pending',
  'running',
  'waiting',
  'success',
  'failed',
  'cancelled',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export function isFinished(status: string): boolean {
  return status === 'success' || status === 'failed' || status === 'cancelled';
}
