import type { ListedTask } from './task.js';

/** The reasons why a pending task does not run yet. */
export const PENDING_REASONS = [
  'not_before',
  'retry_delay',
  'concurrency_limit',
  'queue',
  'no_worker',
  'no_process',
] as const;
export type PendingReason = (typeof PENDING_REASONS)[number];

/** A task that holds what another one waits for. */
export interface Holder {
  id: string;
  name: string;
  /** Time of its start, in ms. */
  since: number;
}

export interface Pending {
  reason: PendingReason;
  /** Time at which the reason ends; null if unknown. */
  until: number | null;
  /** Number of tasks that may run at once, by the concurrency limit or on the server. */
  limit: number | null;
  /** Value in the params by which tasks share the concurrency limit, as JSON text. */
  key: string | null;
  /** Some of the tasks that run instead, the longest-running first. */
  holders: Holder[];
  /** Number of tasks ahead of it. */
  ahead: number | null;
  /** Tags of the task if no living worker has all of them. */
  tags: string[];
  /** Reason why there is no process for it, as a sentence; null for other reasons. */
  message: string | null;
  /** Time since which it has waited for a process; null for other reasons. */
  since: number | null;
}

const UUID_LENGTH = 36;

/** Returns the reason by the row of a task alone; null if the task is not pending. `now` in ms. */
export function findPendingReason(
  {
    status,
    runAt,
    attempt,
    errorCode,
    errorMessage,
    queuedAt,
    blocked,
    slotKey,
  }: Pick<
    ListedTask,
    | 'status'
    | 'runAt'
    | 'attempt'
    | 'errorCode'
    | 'errorMessage'
    | 'queuedAt'
    | 'blocked'
    | 'slotKey'
  >,
  now: number,
): Pending | null {
  if (status !== 'pending') return null;
  const nothing = {
    until: null,
    limit: null,
    key: null,
    holders: [],
    ahead: null,
    tags: [],
    message: null,
    since: null,
  };
  // See engine/operations/release.ts.
  if (errorCode === null && errorMessage !== null)
    return { ...nothing, reason: 'no_process', message: errorMessage, since: queuedAt };
  if (runAt > now) {
    const isRetry = attempt > 0 && errorCode !== null;
    return { ...nothing, reason: isRetry ? 'retry_delay' : 'not_before', until: runAt };
  }
  if (!blocked) return { ...nothing, reason: 'queue' };
  const key = slotKey === null ? '' : slotKey.slice(UUID_LENGTH + 1);
  return { ...nothing, reason: 'concurrency_limit', key: key === '' ? null : key };
}
